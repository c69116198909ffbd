import type { FastifyInstance, FastifyRequest } from "fastify";
import { accepts } from "../../kernel/accepts.ts";
import { validation } from "../../kernel/errors.ts";

/** Forms of browsers and mail clients (RFC 8058) instead of JSON, in a Fastify scope separate from the API. */
export function acceptUrlEncodedForms(pages: FastifyInstance, maxBytes: number): void {
  pages.removeAllContentTypeParsers();
  pages.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: maxBytes },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
}

/** Text fields only: the one-click format of some mail clients. */
export function acceptMultipartFields(pages: FastifyInstance, maxBytes: number): void {
  pages.addContentTypeParser("multipart/form-data", { parseAs: "string", bodyLimit: maxBytes }, (request, body, done) =>
    done(null, fieldsIn(String(body), request.headers["content-type"] ?? "")),
  );
}

/** An object of texts, numbers and flags, as scripts send it; what is nested is ignored. */
export function acceptJsonFields(pages: FastifyInstance, maxBytes: number): void {
  pages.addContentTypeParser("application/json", { parseAs: "string", bodyLimit: maxBytes }, (_request, body, done) => {
    try {
      done(null, jsonFields(JSON.parse(String(body))));
    } catch {
      done(validation("body", accepts.json));
    }
  });
}

function jsonFields(body: unknown): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(Object(body)))
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
      fields.append(name, String(value));
  return fields;
}

function fieldsIn(body: string, contentType: string): URLSearchParams {
  const fields = new URLSearchParams();
  const [, quoted, bare] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) return fields;
  // The closing boundary may be missing, lines may end in LF or CRLF, names may be unquoted.
  for (const part of body.split(`--${boundary}`).slice(1)) {
    const [, head = "", value = ""] = /^[ \t]*\r?\n([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(part) ?? [];
    const name = /content-disposition:[^\r\n]*?\bname=(?:"([^"\r\n]*)"|([^\s";]+))/i.exec(head);
    if (name !== null) fields.append(name[1] ?? name[2] ?? "", value.replace(/\r?\n$/, ""));
  }
  return fields;
}

/** All values of a field. Line breaks are kept, other control characters are removed because no column stores them. */
export function valuesIn({ body }: FastifyRequest): (name: string) => string[] {
  const fields = body instanceof URLSearchParams ? body : new URLSearchParams();
  return (name) => fields.getAll(name).map(printable);
}

export const printable = (text: string): string =>
  text.replaceAll(/\r\n?/g, "\n").replaceAll(/[^\P{Cc}\n\t]|\p{Cs}/gu, "");

/** A path parameter; empty when missing. */
export function pathParam({ params }: FastifyRequest, name: string): string {
  const value: unknown = Object(params)[name];
  return typeof value === "string" ? value : "";
}

/** The raw query; the server's parser is made for the API. */
export const parseQuery = ({ url }: FastifyRequest): URLSearchParams => new URL(url, "http://localhost").searchParams;
