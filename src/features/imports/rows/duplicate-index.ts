/** So much of a fingerprint tells addresses apart for certain. */
const keyBytes = 16;
const keyWords = keyBytes / 4;

/**
 * The row that each address of a file was last met in. The fingerprints lie one behind the other in one piece of memory,
 * found by a table of their places: a Map would have several hundred thousand strings looked after.
 */
export class DuplicateIndex {
  #bytes = Buffer.alloc(0);
  #words = new Int32Array(0);
  #rows = new Int32Array(0);
  /** Where a fingerprint is, counted from one; twice as many as there can be fingerprints. */
  #slots = new Int32Array(0);
  #count = 0;

  /** Notes the row of a fingerprint (hexadecimal digits) and answers the one noted before. */
  record(fingerprint: string, row: number): number | undefined {
    if (this.#count === this.#rows.length) this.#grow();
    const next = this.#count;
    this.#bytes.write(fingerprint, next * keyBytes, keyBytes, "hex");
    const slot = this.#findSlot(next);
    const found = (this.#slots[slot] ?? 0) - 1;
    if (found < 0) {
      this.#slots[slot] = next + 1;
      this.#rows[next] = row;
      this.#count += 1;
      return undefined;
    }
    const earlier = this.#rows[found];
    this.#rows[found] = row;
    return earlier;
  }

  /** The slot that holds the same fingerprint, or the free one where it belongs. */
  #findSlot(index: number): number {
    const mask = this.#slots.length - 1;
    let slot = (this.#words[index * keyWords] ?? 0) & mask;
    for (;;) {
      const position = this.#slots[slot] ?? 0;
      if (position === 0 || this.#isSame(position - 1, index)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #isSame(left: number, right: number): boolean {
    const words = this.#words;
    for (let word = 0; word < keyWords; word += 1) {
      if (words[left * keyWords + word] !== words[right * keyWords + word]) return false;
    }
    return true;
  }

  #grow(): void {
    const capacity = Math.max(1024, this.#rows.length * 2);
    const [bytes, rows] = [this.#bytes, this.#rows];
    const memory = new ArrayBuffer(capacity * keyBytes);
    this.#bytes = Buffer.from(memory);
    this.#words = new Int32Array(memory);
    this.#bytes.set(bytes);
    this.#rows = new Int32Array(capacity);
    this.#rows.set(rows);
    this.#slots = new Int32Array(capacity * 2);
    for (let index = 0; index < this.#count; index += 1) this.#slots[this.#findSlot(index)] = index + 1;
  }
}
