const initialBytes = 1024 * 1024;
const bytesPerCodeUnit = 2;

/**
 * The lines of a batch, one behind the other in memory that the next batch uses again. As strings of their own they would
 * wait by the thousand until the batch is full, and the garbage collector would move them about meanwhile.
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
    // As JavaScript keeps text itself, so that nothing has to be encoded.
    this.#bytes.write(line, this.#end, "utf16le");
    this.#end = end;
    this.#count += 1;
  }

  /** All lines since the last time. */
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
