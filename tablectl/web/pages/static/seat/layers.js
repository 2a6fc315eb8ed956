/**
 * The back button of a browser is BACK while something is open: an amount, a question, the menu. It
 * never gives a seat up.
 */
export class Layers {
  /** @param {() => void} back closes what lies on top */
  constructor(back) {
    this.isPushed = history.state?.isLayer === true;
    this.isOurs = false;
    window.addEventListener("popstate", () => {
      if (this.isOurs) {
        this.isOurs = false;
      } else if (this.isPushed) {
        this.isPushed = false;
        back();
      }
    });
  }

  /** @param {boolean} isOpen whether something is */
  set(isOpen) {
    if (isOpen && !this.isPushed && !this.isOurs) {
      this.isPushed = true;
      history.pushState({ isLayer: true }, "");
    } else if (!isOpen && this.isPushed) {
      this.isPushed = false;
      this.isOurs = true;
      history.back();
    }
  }
}
