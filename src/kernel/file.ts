import { Type, type Static, type TSchema } from "typebox";

/** A streamed response of a handler; never held in memory as a whole. */
export type FileBody = {
  readonly name: string;
  /** The type with its parameters, as in `text/csv; charset=utf-8`; the default is the type of the contract. */
  readonly mediaType?: string;
  /** Sent as Content-Length when known, so that clients notice a truncated transfer. */
  readonly size?: number;
  readonly content: AsyncIterable<Uint8Array>;
};

/** Response schema of a file with this media type; clients see a binary string. */
export const FileOf = (mediaType: string) => Type.Unsafe<FileBody>({ type: "string", contentMediaType: mediaType });

/** The media type of an answer that is a file. */
export function fileTypeOf(schema: TSchema | null | undefined): string | undefined {
  if (schema === null || schema === undefined || !("contentMediaType" in schema)) return undefined;
  return typeof schema.contentMediaType === "string" ? schema.contentMediaType : undefined;
}

const alternativeKeyword = "x-or-file";

/** Response schema of JSON or, on request, a file with this media type. */
export const OrFile = <Schema extends TSchema>(schema: Schema, mediaType: string) =>
  Type.Unsafe<Static<Schema> | FileBody>({ ...schema, [alternativeKeyword]: mediaType });

/** The media type of the file that may be sent instead of JSON. */
export function alternativeFileTypeOf(schema: TSchema | null | undefined): string | undefined {
  const type: unknown = schema === null || schema === undefined ? undefined : Reflect.get(schema, alternativeKeyword);
  return typeof type === "string" ? type : undefined;
}

/** Other answers may have a name and a content too; only that of a file is a stream. */
export const isFile = (body: unknown): body is FileBody =>
  typeof body === "object" && body !== null && "content" in body && "name" in body && isStream(body.content);

const isStream = (content: unknown): boolean =>
  typeof content === "object" && content !== null && Symbol.asyncIterator in content;

/** RFC 6266: an ASCII name for old clients and the real one for others; neither can contain quotes or path separators. */
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

/** The file of a multipart request, streamed; never held in memory as a whole. */
export type Upload = {
  readonly name: string;
  readonly mediaType: string;
  /** Text fields of the form: those before the file, and after the file was read to its end also those behind it. */
  readonly fields: Readonly<Record<string, string>>;
  /** Can be read once. Throws when the file is too large or truncated. */
  readonly content: AsyncIterable<Uint8Array>;
};

/** The form field that holds the file. */
export const filePart = "file";
