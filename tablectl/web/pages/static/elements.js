/** Elements of a page. Text goes in as text alone: nothing that comes from the table is markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with its classes, attributes and what is in it.
 * @param {string} tag
 * @param {string} [classes]
 * @param {Object<string, string|number|boolean|null|undefined>} [attributes] null, undefined and
 *     false are left out
 * @param {...(Node|string|number|null|undefined)} children
 * @returns {HTMLElement}
 */
export function make(tag, classes = "", attributes = {}, ...children) {
  const element = document.createElement(tag);
  if (classes) {
    element.className = classes;
  }
  setAttributes(element, attributes);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** The same in SVG. @returns {SVGElement} */
export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/** Puts a text into an element, unless it says it already: what is said live is said once. */
export function write(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/** Puts these in place of what an element holds. @param {...(Node|string)} children */
export function fill(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null && child !== undefined));
}

/** The element of a page with this id. @returns {HTMLElement} */
export function at(id) {
  return document.getElementById(id);
}
