const initialBytes = 1024 * 1024;
const bytesPerCodeUnit = 2;

/**
 * The lines of a batch in one buffer, which the next batch reuses. Thousands of separate strings that live until the
 * batch is full would be copied by the garbage collector.
 */
export class CopyBuffer {
  #bytes = Buffer.allocUnsafeSlow(initialBytes);
  #end = 0;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(line: string): void {
    const end = this.#end + line.length * bytesPerCodeUnit;
    if (end > this.#bytes.length) this.#grow(end * 2);
    // The internal encoding of JavaScript strings, so that nothing has to be converted.
    this.#bytes.write(line, this.#end, "utf16le");
    this.#end = end;
    this.#count += 1;
  }

  /** Returns all lines since the last call. */
  take(): string {
    const text = this.#bytes.toString("utf16le", 0, this.#end);
    this.#end = 0;
    this.#count = 0;
    return text;
  }

  #grow(capacity: number): void {
    const bytes = Buffer.allocUnsafeSlow(capacity);
    this.#bytes.copy(bytes, 0, 0, this.#end);
    this.#bytes = bytes;
  }
}
