import { canonicalLines } from "../dkim.ts";
import { joinPieces, type Piece } from "./expression.ts";
import { quotePiece, quotePieceWithRuns } from "./quoted-printable.ts";
import { measureValue, writeValue, type QuotedValue } from "./quoted-value.ts";

/** Text of the wire (ASCII) with places for values. */
export type WireText = {
  /** Bytes as they are, or the index of an expression. */
  readonly pieces: readonly (Buffer | number)[];
  readonly fixedBytes: number;
  /** How often each expression stands in it, by its index. */
  readonly uses: readonly number[];
};

/** The MIME body as it goes over the wire. */
export type WireBody = {
  readonly text: WireText;
  /** In DKIM's canonical form, so that no message needs to be brought into it; null when the text is in it already. */
  readonly canonical: WireText | null;
};

/** How much longer a body may be for being canonical. */
const MAX_GROWTH = 1.05;

const header = (subtype: "plain" | "html") =>
  `Content-Type: text/${subtype}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`;

type BodyParts = { text: readonly Piece[]; html: readonly Piece[] };

export function wireBody(parts: BodyParts, boundary: string): WireBody {
  const pieces = encodeParts(parts, boundary, quotePiece);
  const shorter = encodeParts(parts, boundary, quotePieceWithRuns);
  if (lengthOf(pieces) <= lengthOf(shorter) * MAX_GROWTH) return { text: wireText(pieces), canonical: null };
  return { text: wireText(shorter), canonical: wireText(shorter.map(canonicalPiece)) };
}

function encodeParts({ text, html }: BodyParts, boundary: string, quote: (text: string) => string): Piece[] {
  const encode = (piece: Piece) => (typeof piece === "string" ? quote(piece) : piece);
  return joinPieces([
    `--${boundary}\r\n${header("plain")}`,
    ...text.map(encode),
    `\r\n--${boundary}\r\n${header("html")}`,
    ...html.map(encode),
    `\r\n--${boundary}--\r\n`,
  ]);
}

const lengthOf = (pieces: readonly Piece[]) =>
  pieces.reduce<number>((sum, piece) => sum + (typeof piece === "string" ? piece.length : 0), 0);

const wireText = (pieces: readonly Piece[]): WireText => ({
  pieces: pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece, "latin1") : piece)),
  fixedBytes: lengthOf(pieces),
  uses: usesIn(pieces),
});

/** Every piece ends with a line, so its blanks have nothing to do with its neighbours'. */
const canonicalPiece = (piece: Piece) => (typeof piece === "string" ? canonicalLines(piece) : piece);

function usesIn(pieces: readonly Piece[]): number[] {
  const uses: number[] = [];
  for (const piece of pieces) {
    if (typeof piece === "string") continue;
    while (uses.length <= piece) uses.push(0);
    uses[piece] = (uses[piece] ?? 0) + 1;
  }
  return uses;
}

/** All that is encoded for a recipient. */
export const quoteValues = ({ text: { uses } }: WireBody, evaluated: readonly string[]): QuotedValue[] =>
  uses.map((count, index) => measureValue(count === 0 ? "" : (evaluated[index] ?? "")));

/** Where bytes are written: so many, to be filled. */
export type AllocateBuffer = (length: number) => Buffer;

/** The text behind `start` bytes, which are the caller's to fill. A value is written once and copied from there on. */
export function fillWireText(
  { pieces, fixedBytes, uses }: WireText,
  values: readonly QuotedValue[],
  { start, allocate }: { start: number; allocate: AllocateBuffer },
): Buffer {
  const valueBytes = values.reduce((sum, { length }, index) => sum + length * (uses[index] ?? 0), 0);
  const out = allocate(start + fixedBytes + valueBytes);
  const firsts = values.map(() => -1);
  let at = start;
  for (const piece of pieces) {
    if (typeof piece !== "number") {
      out.set(piece, at);
      at += piece.length;
      continue;
    }
    const value = values[piece] ?? emptyValue;
    const first = firsts[piece] ?? -1;
    if (first === -1) {
      writeValue(out, at, value);
      firsts[piece] = at;
    } else out.copyWithin(at, first, first + value.length);
    at += value.length;
  }
  return out;
}

const emptyValue = measureValue("");
