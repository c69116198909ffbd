import type { Piece } from "./expression.ts";
import { quotePiece, quoteValue } from "./quoted-printable.ts";

/** The MIME body as it goes over the wire: bytes, or the index of an expression. */
export type WireBody = { parts: readonly (Buffer | number)[]; staticBytes: number };

const header = (subtype: "plain" | "html") =>
  `Content-Type: text/${subtype}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`;

export function wireBody(pieces: { text: readonly Piece[]; html: readonly Piece[] }, boundary: string): WireBody {
  const encode = (piece: Piece) => (typeof piece === "string" ? quotePiece(piece) : piece);
  const sequence: Piece[] = [
    `--${boundary}\r\n${header("plain")}`,
    ...pieces.text.map(encode),
    `\r\n--${boundary}\r\n${header("html")}`,
    ...pieces.html.map(encode),
    `\r\n--${boundary}--\r\n`,
  ];
  const parts: (Buffer | number)[] = [];
  let text = "";
  const flush = () => {
    if (text !== "") parts.push(Buffer.from(text, "latin1"));
    text = "";
  };
  for (const piece of sequence) {
    if (typeof piece === "string") text += piece;
    else {
      flush();
      parts.push(piece);
    }
  }
  flush();
  const staticBytes = parts.reduce<number>((sum, part) => sum + (typeof part === "number" ? 0 : part.length), 0);
  return { parts, staticBytes };
}

/** Joins; all that is encoded here are the values, each once. */
export function fillBody({ parts, staticBytes }: WireBody, evaluated: readonly string[], head: string): Buffer {
  const values = evaluated.map(quoteValue);
  let length = staticBytes + head.length;
  for (const part of parts) if (typeof part === "number") length += (values[part] ?? "").length;
  const message = Buffer.allocUnsafe(length);
  let at = message.write(head, "latin1");
  for (const part of parts) {
    if (typeof part === "number") at += message.write(values[part] ?? "", at, "latin1");
    else {
      message.set(part, at);
      at += part.length;
    }
  }
  return message;
}
