const LF = 10;
const CR = 13;
const DOT = 46;

/**
 * The part of a message that is written together with its end; one TLS record, so it arrives completely or not at all.
 */
const TAIL_BYTES = 16_000;

/** `head` is written first, if the message is that long; then `tail` and `end` in one write. */
export type WireData = { readonly head: Buffer | undefined; readonly tail: Buffer; readonly end: string };

/**
 * The message encoded for DATA, in two parts: nothing can be delivered before `tail` is written. A message of common
 * size has only a `tail`. A message composed for SMTP is not encoded again.
 */
export function encodeData(message: Buffer, isKnownReady = false): WireData {
  const body = isKnownReady || isWireReady(message) ? message : makeWireReady(message);
  const end = body.length === 0 || endsWithLine(body) ? ".\r\n" : "\r\n.\r\n";
  const split = Math.max(0, body.length - TAIL_BYTES);
  if (split === 0) return { head: undefined, tail: body, end };
  return { head: body.subarray(0, split), tail: body.subarray(split), end };
}

/** The last write in one buffer: the tail, its end, and the pipelined commands behind it. */
export function joinTail({ tail, end }: WireData, commands: string, allocate: (length: number) => Buffer): Buffer {
  const behind = end + commands;
  const joined = allocate(tail.length + Buffer.byteLength(behind));
  joined.set(tail);
  joined.write(behind, tail.length);
  return joined;
}

const endsWithLine = (body: Buffer) => body[body.length - 2] === CR && body[body.length - 1] === LF;

/** Servers disagree whether a bare LF or CR ends a message (SMTP smuggling). */
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
