const LF = 10;
const CR = 13;
const DOT = 46;

/** The part of a message that is written together with its end; one TLS record, so it arrives whole or not at all. */
const TAIL_BYTES = 16_000;

/** `head` goes first, if the message is that long; then `tail` with `end` in one write. */
export type WireData = { readonly head: Buffer | undefined; readonly tail: Buffer; readonly end: string };

/**
 * The message as it goes over the wire after DATA, in two pieces: until `tail` is written, nothing can have been
 * delivered. Only `tail` is left for a message of common size. One that was composed for the wire is known to be ready.
 */
export function encodeData(message: Buffer, isKnownReady = false): WireData {
  const body = isKnownReady || isWireReady(message) ? message : makeWireReady(message);
  const end = body.length === 0 || endsWithLine(body) ? ".\r\n" : "\r\n.\r\n";
  const split = Math.max(0, body.length - TAIL_BYTES);
  if (split === 0) return { head: undefined, tail: body, end };
  return { head: body.subarray(0, split), tail: body.subarray(split), end };
}

/** One piece for one write, in the `room` for it: the tail, its end, and what else travels with it. */
export function joinTail({ tail, end }: WireData, commands: string, allocate: (length: number) => Buffer): Buffer {
  const behind = end + commands;
  const joined = allocate(tail.length + Buffer.byteLength(behind));
  joined.set(tail);
  joined.write(behind, tail.length);
  return joined;
}

const endsWithLine = (body: Buffer) => body[body.length - 2] === CR && body[body.length - 1] === LF;

/** A bare LF or CR lets some servers see an end of message where others see none (SMTP smuggling). */
export function isWireReady(message: Buffer): boolean {
  if (message[0] === DOT) return false;
  for (let at = message.indexOf(LF); at !== -1; at = message.indexOf(LF, at + 1)) {
    if (message[at - 1] !== CR || message[at + 1] === DOT) return false;
  }
  for (let at = message.indexOf(CR); at !== -1; at = message.indexOf(CR, at + 1)) {
    if (message[at + 1] !== LF) return false;
  }
  return true;
}

function makeWireReady(message: Buffer): Buffer {
  const text = message.toString("latin1").replace(/\r\n|\r|\n/g, "\r\n");
  return Buffer.from(text.replace(/(^|\n)\./g, "$1.."), "latin1");
}
