import { accepts } from "../kernel/accepts.ts";
import { validation, type ApiError } from "../kernel/errors.ts";
import type { RouteRecord } from "../kernel/route.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    implicitPathSteps?: ImplicitPathSteps | undefined;
  }
}

export const maxBodyBytes = 5_242_880;

/** Deeper than any valid body; recursive code would run out of stack. */
const maxDepth = 100;

const utf8 = new TextDecoder("utf-8", { fatal: true });

type ImplicitPathSteps = NonNullable<RouteRecord["implicitPathSteps"]>;

/** Parses strict UTF-8 JSON; rejects `__proto__` keys, and NUL and lone surrogates, which text columns cannot store. */
export function parseJson(bytes: Buffer, implicitPathSteps: ImplicitPathSteps = {}): unknown {
  if (bytes.length === 0) return {};
  const text = decode(bytes);
  const value = parse(text);
  if (text.length > maxDepth * 2 && (text.match(/[[{]/g)?.length ?? 0) > maxDepth) rejectDeepNesting(value, 0);
  if (text.includes("\\u0000") || text.includes("__proto__") || text.includes("\\u005") || /\\ud/i.test(text))
    rejectForbiddenText(value, (path) => withoutImplicitSteps(path, implicitPathSteps));
  return value;
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw validation("body", accepts.json);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw validation("body", accepts.json);
  }
}

function rejectDeepNesting(value: unknown, depth: number): void {
  if (typeof value !== "object" || value === null) return;
  if (depth === maxDepth) throw validation("body", { max: maxDepth, unit: "levels" });
  for (const inner of Object.values(value)) rejectDeepNesting(inner, depth + 1);
}

/** The error names the field; a forbidden key is reported as `body`, because its name cannot be shown. */
export function rejectForbiddenText(value: unknown, nameOf: (path: string) => string = (path) => path): void {
  const visit = (inner: unknown, path: string): void => {
    if (typeof inner === "string" && /\0|\p{Surrogate}/u.test(inner)) throw forbiddenText(path, nameOf(path));
    if (typeof inner !== "object" || inner === null) return;
    for (const [key, child] of Object.entries(inner)) {
      if (key === "__proto__" || /\0|\p{Surrogate}/u.test(key)) throw validation("body", accepts.plainText);
      visit(child, path === "" ? key : `${path}.${key}`);
    }
  };
  visit(value, "");
}

const forbiddenText = (path: string, name: string): ApiError =>
  validation(name || "body", { ...accepts.plainText, ...(name === path ? {} : { path }) });

function withoutImplicitSteps(path: string, implicitPathSteps: ImplicitPathSteps): string {
  const [field = "", ...steps] = path.split(".");
  const implicit = implicitPathSteps[field];
  const isImplicit = (step: string, next: string | undefined) => step === implicit && /^\d/.test(next ?? "");
  return [field, ...steps.filter((step, index) => !isImplicit(step, steps[index + 1]))].join(".");
}

/** Rejects queries of the API that are not UTF-8; public pages accept URLs that mail clients have altered. */
export function rejectUndecodableQuery(url: string): void {
  const query = url.startsWith("/api/") ? url.indexOf("?") : -1;
  if (query < 0 || !url.includes("%", query)) return;
  try {
    decodeURIComponent(url.slice(query));
  } catch {
    throw validation("query", accepts.utf8);
  }
}
