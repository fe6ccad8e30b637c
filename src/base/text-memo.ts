/**
 * An object that caches one text made from it, for writers that meet the same object many times.
 *
 * The text is a field because a WeakMap takes 3 to 5 % more processor time (`heir inventory` of 1,000 nodes), and
 * making each text again takes 12 to 16 %.
 */
export class TextMemo {
  #form: string | undefined;
  #text = "";

  /** The text in a form: made by the first call, and cached until a call asks for another form. */
  text(form: string, make: (owner: this, form: string) => string): string {
    if (this.#form !== form) {
      this.#text = make(this, form);
      this.#form = form;
    }
    return this.#text;
  }
}
