const pieceBytes = 512 * 1024;

/**
 * Memory for bytes that are made and forgotten by the hundred, and used again for the next hundred. New memory each time
 * would have to be found and swept up by the thousand, which costs as much as filling it.
 */
export class Slab {
  readonly #pieces: Buffer[] = [];
  #at = 0;
  #used = 0;

  /** To be filled by the caller: what stood there before is still there. */
  readonly cut = (length: number): Buffer => {
    if (length > pieceBytes / 4) return Buffer.allocUnsafeSlow(length);
    if (this.#used + length > pieceBytes) {
      this.#at += 1;
      this.#used = 0;
    }
    const piece = (this.#pieces[this.#at] ??= Buffer.allocUnsafeSlow(pieceBytes));
    const start = this.#used;
    // The next one begins at a multiple of eight, where copying is fastest.
    this.#used = (start + length + 7) & ~7;
    return piece.subarray(start, start + length);
  };

  /** Nobody reads any more what was cut so far. */
  clear(): void {
    this.#at = 0;
    this.#used = 0;
  }
}
