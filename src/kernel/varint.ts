/** LEB128: seven bits per byte, lowest first, for ids below 2^53. Returns the offset after the id. */
export function writeVarint(bytes: Uint8Array, start: number, id: string): number {
  let rest = Number(id);
  if (!Number.isSafeInteger(rest) || rest < 0) throw new Error("an id is a whole number below 2^53");
  let at = start;
  for (; rest >= 128; at += 1) {
    bytes[at] = (rest % 128) + 128;
    rest = Math.floor(rest / 128);
  }
  bytes[at] = rest;
  return at + 1;
}

/** Undefined for bytes that are not a valid sequence of varints. */
export function readVarints(bytes: Uint8Array): string[] | undefined {
  const ids: string[] = [];
  let value = 0;
  let scale = 1;
  for (const byte of bytes) {
    value += (byte % 128) * scale;
    if (value > Number.MAX_SAFE_INTEGER) return undefined;
    if (byte >= 128) {
      scale *= 128;
      continue;
    }
    // A trailing zero byte would be a second encoding of the same id.
    if (byte === 0 && scale > 1) return undefined;
    ids.push(String(value));
    [value, scale] = [0, 1];
  }
  return scale === 1 ? ids : undefined;
}
