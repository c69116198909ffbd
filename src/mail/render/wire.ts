import { canonicalLines } from "../dkim.ts";
import { joinPieces, type Piece } from "./expression.ts";
import { quotePiece, quotePieceWithRuns } from "./quoted-printable.ts";
import { measureValue, writeValue, type QuotedValue } from "./quoted-value.ts";

/** Encoded text (ASCII) with placeholders for values. */
export type WireText = {
  /** Constant bytes, or the index of an expression. */
  readonly pieces: readonly (Buffer | number)[];
  readonly fixedBytes: number;
  /** The number of occurrences of each expression, by its index. */
  readonly uses: readonly number[];
};

/** The MIME body as it is sent. */
export type WireBody = {
  readonly text: WireText;
  /** The text in DKIM's canonical form, so that messages need no canonicalization; null when the text is already canonical. */
  readonly canonical: WireText | null;
};

/** How much longer a canonical body may be. */
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

/** Every piece ends with a line, so blanks are never joined across pieces. */
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

/** The values that are encoded per recipient. */
export const quoteValues = ({ text: { uses } }: WireBody, evaluated: readonly string[]): QuotedValue[] =>
  uses.map((count, index) => measureValue(count === 0 ? "" : (evaluated[index] ?? "")));

/** Allocates the given number of bytes. */
export type AllocateBuffer = (length: number) => Buffer;

/** Writes the text behind `start` bytes, which the caller fills. A repeated value is encoded once and then copied. */
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
