/** Bytes of a fingerprint that are compared; collisions are practically impossible. */
const keyBytes = 16;
const keyWords = keyBytes / 4;

/**
 * The last row of each address in a file. An open-addressing hash table over one buffer of fingerprints: a Map would
 * keep several hundred thousand strings on the heap.
 */
export class DuplicateIndex {
  #bytes = Buffer.alloc(0);
  #words = new Int32Array(0);
  #rows = new Int32Array(0);
  /** Positions of fingerprints, from 1; twice as many slots as fingerprints. */
  #slots = new Int32Array(0);
  #count = 0;

  /** Records the row of a fingerprint (hexadecimal digits) and returns the previous one. */
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

  /** The slot of the fingerprint, or the free slot where it belongs. */
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
