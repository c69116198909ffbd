const chunkBytes = 512 * 1024;

/**
 * Reuses memory for message buffers that live only as long as one group. Allocating and collecting new buffers costs as
 * much as filling them.
 */
export class BufferArena {
  readonly #chunks: Buffer[] = [];
  #chunkIndex = 0;
  #used = 0;

  /** Uninitialised: the caller must fill it. */
  readonly allocate = (length: number): Buffer => {
    if (length > chunkBytes / 4) return Buffer.allocUnsafeSlow(length);
    if (this.#used + length > chunkBytes) {
      this.#chunkIndex += 1;
      this.#used = 0;
    }
    const chunk = (this.#chunks[this.#chunkIndex] ??= Buffer.allocUnsafeSlow(chunkBytes));
    const start = this.#used;
    // Aligned to eight bytes, where copying is fastest.
    this.#used = (start + length + 7) & ~7;
    return chunk.subarray(start, start + length);
  };

  /** Reuses the memory; earlier allocations must no longer be read. */
  reset(): void {
    this.#chunkIndex = 0;
    this.#used = 0;
  }
}
