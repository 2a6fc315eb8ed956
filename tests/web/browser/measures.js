/**
 * What a page must hold in each of its states, measured as it is drawn. Each function returns
 * sentences of what is wrong.
 */
(() => {
  const SMALLEST = 44; // of what is touched
  const SMALLEST_TEXT = 11;

  const isSeen = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  const named = (element) => {
    const name = element.getAttribute("aria-label") || element.textContent.trim().replace(/\s+/g, " ");
    return `<${element.tagName.toLowerCase()} class="${element.className.baseVal ?? element.className}"> ${name.slice(0, 40)}`;
  };
  const isName = (element) => element.matches(".name, .who");
  const isReadOnly = (element) => element.closest(".only-read") !== null;
  const topmost = () => [...document.querySelectorAll('[role="dialog"], dialog[open], #lost')].find(isSeen) ?? null;

  /** Texts that are seen: the element, the words, and a box for each line. */
  function texts() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!node.data.trim() || !isSeen(element) || isReadOnly(element) || element.closest("script, style")) {
        continue;
      }
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
      found.push({ element, words: node.data.trim(), boxes });
    }
    return found;
  }

  function targets() {
    const all = 'button, a[href], input, select, summary, [role="button"], [role="slider"]';
    return [...document.querySelectorAll(all)].filter((one) => isSeen(one) && !isReadOnly(one));
  }

  function smallTargets() {
    return targets()
      .map((one) => [one, one.getBoundingClientRect()])
      .filter(([, box]) => Math.round(box.width) < SMALLEST || Math.round(box.height) < SMALLEST)
      .map(([one, box]) => `${named(one)} is ${Math.round(box.width)} x ${Math.round(box.height)}`);
  }

  /** The part of an element that is not scrolled away. */
  function seenBox(element) {
    let { left, right, top, bottom } = element.getBoundingClientRect();
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(at).overflowY)) {
        const own = at.getBoundingClientRect();
        [top, bottom] = [Math.max(top, own.top), Math.min(bottom, own.bottom)];
      }
    }
    return { left, right, top, bottom };
  }

  function crowdedTargets() {
    const boxes = targets().map((one) => [one, seenBox(one)]);
    const wrong = [];
    boxes.forEach(([one, a], i) =>
      boxes.slice(i + 1).forEach(([other, b]) => {
        const isWithin = one.contains(other) || other.contains(one);
        if (!isWithin && overlap(a, b) > 1 && isReached(one) && isReached(other)) {
          wrong.push(`${named(one)} lies over ${named(other)}`);
        }
      })
    );
    return wrong;
  }

  /** Whether a finger in its middle would touch it. */
  function isReached(element) {
    const box = element.getBoundingClientRect();
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  }

  /** Of its box what is not scrolled away. */
  function seenPart(element) {
    let { left, right, top, bottom } = element.getBoundingClientRect();
    for (let at = element.parentElement; at; at = at.parentElement) {
      const { display, overflowY } = getComputedStyle(at);
      if (display !== "contents" && overflowY !== "visible") {
        const own = at.getBoundingClientRect();
        [left, top] = [Math.max(left, own.left), Math.max(top, own.top)];
        [right, bottom] = [Math.min(right, own.right), Math.min(bottom, own.bottom)];
      }
    }
    return { left, right, top, bottom };
  }

  function overlap(a, b) {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return Math.min(wide, high);
  }

  /** The part of a box that no ancestor cuts off, and whether it could be scrolled to. */
  function cutBy(element, box) {
    for (let at = element; at && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.display === "contents" || isName(at)) {
        continue; // it has no box, or may end in an ellipsis
      }
      const own = at.getBoundingClientRect();
      const cutsX = style.overflowX !== "visible";
      const cutsY = style.overflowY !== "visible";
      const scrollsX = ["auto", "scroll"].includes(style.overflowX);
      const scrollsY = ["auto", "scroll"].includes(style.overflowY);
      if (cutsX && !scrollsX && (box.right > own.right + 1.5 || box.left < own.left - 1.5)) {
        return at;
      }
      if (cutsY && !scrollsY && (box.bottom > own.bottom + 2.5 || box.top < own.top - 2.5)) {
        return at;
      }
      if (scrollsY || scrollsX) {
        return null;
      }
    }
    return null;
  }

  function cutTexts() {
    const wide = document.documentElement.clientWidth;
    const wrong = [];
    for (const { element, words, boxes } of texts()) {
      for (const box of boxes) {
        const cutter = cutBy(element, box);
        if (cutter) {
          wrong.push(`"${words}" is cut by ${named(cutter)}`);
        }
        if (box.left < -1 || box.right > wide + 1) {
          wrong.push(`"${words}" goes beyond the edge (${Math.round(box.left)} to ${Math.round(box.right)} of ${wide})`);
        }
      }
      const style = getComputedStyle(element);
      const isShortened = style.textOverflow === "ellipsis" && element.scrollWidth > element.clientWidth + 1;
      if (isShortened && !isName(element)) {
        wrong.push(`"${words}" ends in an ellipsis`);
      }
    }
    return wrong;
  }

  /** Texts that lie over one another, or below something else. */
  function hiddenTexts() {
    const wrong = [];
    const all = texts();
    const top = topmost();
    const lines = all.flatMap(({ element, words, boxes }) => boxes.map((box) => ({ element, words, box })));
    const shown = lines.filter(({ element }) => !top || top.contains(element));
    shown.forEach((one, i) =>
      shown.slice(i + 1).forEach((other) => {
        const a = shrunk(one.box);
        const b = shrunk(other.box);
        if (one.element !== other.element && isInView(one) && isInView(other) && overlap(a, b) > 1) {
          wrong.push(`"${one.words}" and "${other.words}" lie over one another`);
        }
      })
    );
    for (const { element, words, box } of shown.filter(isInView)) {
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      if (hit && !element.contains(hit) && !hit.contains(element)) {
        wrong.push(`"${words}" lies below ${named(hit)}`);
      }
    }
    return wrong;
  }

  /** A line's box has room above and below its letters. */
  function shrunk({ left, right, top, bottom }) {
    const high = bottom - top;
    return { left, right, top: top + 0.22 * high, bottom: bottom - 0.22 * high };
  }

  /** Not scrolled away. */
  function isInView({ element, box }) {
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (["auto", "scroll"].includes(style.overflowY)) {
        const own = at.getBoundingClientRect();
        if (box.top < own.top - 1 || box.bottom > own.bottom + 1) {
          return false;
        }
      }
    }
    return box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
  }

  function smallTexts() {
    return texts()
      .filter(({ element }) => parseFloat(getComputedStyle(element).fontSize) < SMALLEST_TEXT - 0.05)
      .map(({ element, words }) => `"${words}" has ${getComputedStyle(element).fontSize}`);
  }

  /** What is scrolled, though all of it should be seen. */
  function scrolled() {
    return [document.scrollingElement, ...document.querySelectorAll("body *")]
      .filter((one) => ["auto", "scroll"].includes(getComputedStyle(one).overflowY) || one === document.scrollingElement)
      .filter((one) => one.scrollHeight > one.clientHeight + 1 && one.clientHeight > 0)
      .map((one) => `${named(one)} has ${one.scrollHeight} of ${one.clientHeight}`);
  }

  /** The texts with their colours, for whoever looks at the picture behind them. */
  function colours() {
    return texts()
      .filter(({ element }) => !element.closest("[aria-disabled], [disabled], .stale") || !document.documentElement.classList.contains("is-lost"))
      .filter(({ element }) => !element.closest(".faint"))
      .flatMap(({ element, words, boxes }) => {
        const style = getComputedStyle(element);
        let opacity = 1;
        for (let at = element; at; at = at.parentElement) {
          opacity *= parseFloat(getComputedStyle(at).opacity);
        }
        const size = parseFloat(style.fontSize);
        const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
        return boxes
          .filter((box) => isInView({ element, box }))
          .map(({ left, top, right, bottom }) => ({
            words, isLarge, opacity, color: style.color, box: [left, top, right, bottom], of: named(element),
          }));
      });
  }

  /** The keys of the deck by their places, with what they are called and where they lie. */
  function keys() {
    return [...document.querySelectorAll("#deck button")].filter(isSeen).map((button) => {
      const box = button.getBoundingClientRect();
      const place = [...button.classList].find((one) => one.startsWith("place-"));
      const at = [box.left, box.top, box.width, box.height].map((one) => Math.round(one));
      return { place, at, name: button.getAttribute("aria-label") || button.textContent.trim() };
    });
  }

  /** Whatever can be touched in the deck's place that is no key. */
  function strangersInDeck() {
    const deck = document.getElementById("deck");
    if (!deck || !isSeen(deck)) {
      return [];
    }
    const place = deck.getBoundingClientRect();
    return targets()
      .filter((one) => !deck.contains(one) && overlap(place, seenPart(one)) > 1 && isReached(one))
      .map((one) => `${named(one)} lies in the deck`);
  }

  const measures = { smallTargets, crowdedTargets, cutTexts, hiddenTexts, smallTexts, strangersInDeck };
  return {
    keys, colours, scrolled,
    wrong: (but = []) =>
      Object.entries(measures).flatMap(([name, measure]) => (but.includes(name) ? [] : measure().map((one) => `${name}: ${one}`))),
  };
})()
