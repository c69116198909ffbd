import type { CallToolResult } from "@modelcontextprotocol/server";
import { errorAnswers } from "../../http/error-answers.ts";
import type { ApiError } from "../../kernel/errors.ts";
import { isJson, type Json } from "./arguments.ts";

const maxBytes = 40_960;
/** Space for what is added to a cut answer. */
const reservedBytes = 512;

/** What companies and their contacts wrote is data: hosts can tell it from text of this server. */
export const dataLabel = { "postrider/content": "data" } as const;

/** One text part with the same JSON as the structured content. */
export function toResult(body: Json, json = JSON.stringify(body)): CallToolResult {
  const whole = withVisibleLetters(json);
  if (Buffer.byteLength(whole) <= maxBytes) return toContent(body, whole);
  const fitting = cut(body);
  return toContent(fitting, visibleText(fitting));
}

const toContent = (structuredContent: Json, text: string): CallToolResult => ({
  content: [{ type: "text", text }],
  structuredContent,
  _meta: dataLabel,
});

export function errorResult(error: ApiError, more: Json = {}): CallToolResult {
  const body = { status: error.status, ...errorAnswers.v1(error).body, ...more };
  return { ...toContent(body, visibleText(body)), isError: true };
}

/** Characters that a person does not see, or that change what a person sees, are written as escapes. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}/gu;

/** JSON for a person to read. */
export const visibleText = (value: unknown): string => withVisibleLetters(JSON.stringify(value) ?? "");

const withVisibleLetters = (json: string): string =>
  json.replace(hidden, (letter) =>
    Array.from({ length: letter.length }, (_, at) => String.raw`\u${hex(letter.charCodeAt(at))}`).join(""),
  );

const hex = (code: number): string => code.toString(16).padStart(4, "0");

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? "");

function cut(body: Json): Json {
  const { items } = body;
  if (!Array.isArray(items) || items.length === 0) return withShortTexts(body);
  const { items: _, ...rest } = body;
  const kept = countFitting(items, maxBytes - reservedBytes - sizeOf(rest));
  if (kept === 0) return cutList(withShortTexts({ ...body, items: items.slice(0, 1) }), 1);
  return cutList(body, kept);
}

function countFitting(items: readonly unknown[], space: number): number {
  let used = 0;
  const end = items.findIndex((item) => {
    used += Buffer.byteLength(visibleText({ item })) - 10;
    return used > space;
  });
  return end === -1 ? items.length : end;
}

/** Limits the items of a page so that the next page starts where this answer ends. */
function cutList(body: Json, fitting: number): Json {
  const { items, page, pageSize } = body;
  const list = Array.isArray(items) ? items : [];
  if (typeof page !== "number" || typeof pageSize !== "number") {
    return { ...body, items: list.slice(0, fitting), truncated: true };
  }
  const offset = (page - 1) * pageSize;
  const end = Math.floor((offset + fitting) / fitting) * fitting;
  const nextPage = { page: end / fitting + 1, pageSize: fitting };
  return { ...body, items: list.slice(0, end - offset), truncated: true, nextPage };
}

/** For answers that are no lists: long texts are shortened, and their fields named. */
function withShortTexts(body: Json): Json {
  for (const limit of [8000, 2000, 500, 100]) {
    const fields: string[] = [];
    const short = shorten(body, { limit, path: "", fields });
    const cut = { ...(isJson(short) ? short : {}), truncated: true, truncatedFields: fields.slice(0, 20) };
    if (sizeOf(cut) <= maxBytes - reservedBytes) return cut;
  }
  return { truncated: true, truncatedFields: Object.keys(body) };
}

type Shortening = { readonly limit: number; readonly path: string; readonly fields: string[] };

function shorten(value: unknown, { limit, path, fields }: Shortening): unknown {
  if (typeof value === "string" && value.length > limit) {
    fields.push(path);
    return value.slice(0, limit);
  }
  if (Array.isArray(value)) {
    return value.map((inner, index) => shorten(inner, { limit, fields, path: joined(path, String(index)) }));
  }
  if (!isJson(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, shorten(inner, { limit, fields, path: joined(path, key) })]),
  );
}

const joined = (path: string, step: string): string => (path === "" ? step : `${path}.${step}`);
