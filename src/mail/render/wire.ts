import { canonicalLines } from "../dkim.ts";
import { joinPieces, type Piece } from "./expression.ts";
import { quotePiece, quotePieceWithRuns, quoteValue } from "./quoted-printable.ts";

/** The MIME body as it goes over the wire: ASCII text, or the index of an expression. */
export type WireBody = {
  pieces: readonly Piece[];
  /** In DKIM's canonical form, so that no message needs to be brought into it; null when the body is in it already. */
  canonical: readonly Piece[] | null;
};

/** How much longer a body may be for being canonical. */
const MAX_GROWTH = 1.05;

const header = (subtype: "plain" | "html") =>
  `Content-Type: text/${subtype}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`;

type Parts = { text: readonly Piece[]; html: readonly Piece[] };

export function wireBody(parts: Parts, boundary: string): WireBody {
  const pieces = encodeParts(parts, boundary, quotePiece);
  const shorter = encodeParts(parts, boundary, quotePieceWithRuns);
  if (lengthOf(pieces) <= lengthOf(shorter) * MAX_GROWTH) return { pieces: pieces.map(flat), canonical: null };
  return { pieces: shorter.map(flat), canonical: shorter.map((piece) => flat(canonicalPiece(piece))) };
}

function encodeParts({ text, html }: Parts, boundary: string, quote: (text: string) => string): Piece[] {
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

/** One flat string with a byte a letter: see quoteValue. */
const flat = (piece: Piece) => (typeof piece === "string" ? Buffer.from(piece, "latin1").toString("latin1") : piece);

/** Every piece ends with a line, so its blanks have nothing to do with its neighbours'. */
const canonicalPiece = (piece: Piece) => (typeof piece === "string" ? canonicalLines(piece) : piece);

/** ASCII. */
export type FilledBody = { body: string; canonical: string };

/**
 * Joins; all that is encoded here are the values, each once. Strings grow as ropes and are copied once, by whoever
 * makes a buffer of them: a third of the cost of writing piece after piece into one.
 */
export function fillBody({ pieces, canonical }: WireBody, evaluated: readonly string[]): FilledBody {
  const values = evaluated.map(quoteValue);
  const body = join(pieces, values);
  return { body, canonical: canonical === null ? body : join(canonical, values) };
}

function join(pieces: readonly Piece[], values: readonly string[]): string {
  let body = "";
  for (const piece of pieces) body += typeof piece === "string" ? piece : (values[piece] ?? "");
  return body;
}
