type Handlers = {
  readonly current: {
    readonly onInput: (label: string) => void;
    readonly onEnd: () => void;
    readonly undo: () => void;
    readonly redo: () => void;
  };
};

const maxLength = 500;

/** Types in the label of a button at its place in the e-mail: one line without formats. */
export class LabelField {
  readonly #place: HTMLElement;
  readonly #handlers: Handlers;
  readonly #rendered: string;
  readonly #ended = new AbortController();
  #cursor: number;

  constructor(place: HTMLElement, { label, name }: { label: string; name: string }, handlers: Handlers) {
    this.#place = place;
    this.#handlers = handlers;
    this.#rendered = place.innerHTML;
    this.#cursor = label.length;
    place.contentEditable = "plaintext-only";
    place.style.outline = "none";
    place.style.cursor = "text";
    place.setAttribute("role", "textbox");
    place.setAttribute("aria-label", name);
    const { signal } = this.#ended;
    place.addEventListener("input", () => this.#handlers.current.onInput(this.#label), { signal });
    place.addEventListener("keydown", (event) => this.#act(event), { signal });
    place.ownerDocument.addEventListener("selectionchange", () => this.#keepCursor(), { signal });
    this.#write(label, label.length);
  }

  /** Shows what comes from outside, such as a step back. */
  show(label: string): void {
    if (this.#label !== label) this.#write(label, this.#cursor);
  }

  /** Where the cursor stands, or stood before the menu of data fields was opened. */
  insert(tag: string): void {
    const label = this.#label;
    const at = Math.min(this.#cursor, label.length);
    this.#write(`${label.slice(0, at)}${tag}${label.slice(at)}`.slice(0, maxLength), at + tag.length);
    this.#handlers.current.onInput(this.#label);
  }

  end(): void {
    this.#ended.abort();
    for (const name of ["contenteditable", "role", "aria-label"]) this.#place.removeAttribute(name);
    this.#place.innerHTML = this.#rendered;
  }

  get #label(): string {
    return (this.#place.textContent ?? "").replaceAll(/\s+/g, " ").slice(0, maxLength);
  }

  #write(label: string, cursor: number): void {
    const frame = this.#place.ownerDocument;
    this.#place.textContent = label;
    frame.defaultView?.focus();
    this.#place.focus();
    const { firstChild } = this.#place;
    this.#cursor = Math.min(cursor, label.length);
    if (firstChild !== null) frame.getSelection()?.collapse(firstChild, this.#cursor);
  }

  #keepCursor(): void {
    const { anchorNode = null, anchorOffset = 0 } = this.#place.ownerDocument.getSelection() ?? {};
    if (anchorNode !== null && this.#place.contains(anchorNode)) this.#cursor = anchorOffset;
  }

  #act(event: KeyboardEvent): void {
    const { onEnd, undo, redo } = this.#handlers.current;
    const isMod = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (key === "enter" || key === "escape") onEnd();
    else if (isMod && (key === "y" || (key === "z" && event.shiftKey))) redo();
    else if (isMod && key === "z") undo();
    else return;
    event.preventDefault();
  }
}
