const blockBytes = 24 * 1024 * 1024;
const blocks = 4;

/**
 * Messages come and go by the thousand. The C library hands freed memory back to the system at once and fetches it again
 * page by page, which can cost as much as writing the messages; having freed blocks of this size it keeps twice as much.
 * They are never written to, so they take no memory themselves. Where the library works otherwise nothing happens.
 */
export function keepFreedMemory(): void {
  for (let count = 0; count < blocks; count += 1) Buffer.allocUnsafeSlow(blockBytes);
}
