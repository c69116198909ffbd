import { Type, type Static, type TSchema } from "typebox";

/** What a handler answers instead of an object: bytes that are sent as they come, never held as a whole. */
export type FileBody = {
  readonly name: string;
  /** With its parameters, as `text/csv; charset=utf-8`; without, the type that the contract names. */
  readonly mediaType?: string;
  /** Where it is known, a transfer that breaks off is noticed. */
  readonly size?: number;
  readonly content: AsyncIterable<Uint8Array>;
};

/** The answer of an operation that is a file of this media type. To a client it is a string of bytes. */
export const FileOf = (mediaType: string) => Type.Unsafe<FileBody>({ type: "string", contentMediaType: mediaType });

/** The media type of an answer that is a file. */
export function fileTypeOf(schema: TSchema | null | undefined): string | undefined {
  if (schema === null || schema === undefined || !("contentMediaType" in schema)) return undefined;
  return typeof schema.contentMediaType === "string" ? schema.contentMediaType : undefined;
}

const alternativeKeyword = "x-or-file";

/** An answer that is JSON or, when the request asks for it, a file of this media type. */
export const OrFile = <Schema extends TSchema>(schema: Schema, mediaType: string) =>
  Type.Unsafe<Static<Schema> | FileBody>({ ...schema, [alternativeKeyword]: mediaType });

/** The media type of the file that may come instead of JSON. */
export function alternativeFileTypeOf(schema: TSchema | null | undefined): string | undefined {
  const type: unknown = schema === null || schema === undefined ? undefined : Reflect.get(schema, alternativeKeyword);
  return typeof type === "string" ? type : undefined;
}

export const isFile = (body: unknown): body is FileBody =>
  typeof body === "object" && body !== null && "content" in body && "name" in body;

/** RFC 6266: a plain name for old clients, the real one for the others; neither can leave its quotes or the folder. */
export function attachment(name: string): string {
  const safe = name.replace(/[\p{Cc}\p{Cf}\p{Cs}/\\]+/gu, " ").trim() || "file";
  const plain = safe
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^\w .()-]/g, "_");
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** The file of a request that came as a form: read as it arrives, never held as a whole. */
export type Upload = {
  readonly name: string;
  readonly mediaType: string;
  /** Text parts of the form: those that stood before the file, and when it was read to its end also those behind it. */
  readonly fields: Readonly<Record<string, string>>;
  /** To be read once. Ends with an error when the file is too large or breaks off. */
  readonly content: AsyncIterable<Uint8Array>;
};

/** The part of a form that holds the file. */
export const filePart = "file";
