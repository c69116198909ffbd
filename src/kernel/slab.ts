const slabBytes = 512 * 1024;

let slab = Buffer.alloc(0);
let used = 0;

/**
 * Bytes to be filled, cut from larger pieces. Messages are made and forgotten by the thousand, and a piece of memory of
 * its own costs as much as filling it. Not for what is kept: its whole slab would stay with it.
 */
export function cutBytes(length: number): Buffer {
  if (length > slabBytes / 4) return Buffer.allocUnsafeSlow(length);
  if (used + length > slab.length) {
    slab = Buffer.allocUnsafeSlow(slabBytes);
    used = 0;
  }
  const start = used;
  // The next one begins at a multiple of eight, where copying is fastest.
  used = (start + length + 7) & ~7;
  return slab.subarray(start, start + length);
}
