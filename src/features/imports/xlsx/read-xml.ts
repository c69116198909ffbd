import { Parser } from "htmlparser2";
import { ZipError } from "../../../kernel/zip.ts";
import { maxTextLength } from "./limits.ts";

export type XmlHandlers = {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
};

/** Reads XML piece by piece; names come without their namespace. Yields after every piece, so that results can be taken. */
export async function* readXml(pieces: AsyncIterable<Uint8Array>, handlers: XmlHandlers): AsyncGenerator<void> {
  let unnamedLength = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        unnamedLength = 0;
        handlers.open?.(localName(name), attributes);
      },
      ontext: (text) => handlers.text?.(text),
      onclosetag: (name) => {
        unnamedLength = 0;
        handlers.close?.(localName(name));
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  const decoder = new TextDecoder();
  for await (const piece of pieces) {
    const text = decoder.decode(piece, { stream: true });
    unnamedLength += text.length;
    parser.write(text);
    // A tag or a text without an end would be held in memory.
    if (unnamedLength > maxTextLength) throw new ZipError("text too long");
    yield;
  }
  parser.end(decoder.decode());
  yield;
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);
