import { createSynchronousArrayLoader, createSynchronousEnvironment } from "twing";
import { MAX_OUTPUT_CHARS, tooLong, tooMuchMemory, type TwigContext, type TwigFailure } from "./protocol.ts";

/** The allow list of templates: nothing that reads a file, calls a method, loads a template or is not deterministic. */
export const allowedTags = ["apply", "autoescape", "for", "if", "set", "spaceless", "verbatim", "with"];
export const allowedFilters = (
  "abs batch capitalize column date date_modify default e escape filter first format join json_encode keys last length " +
  "lower map merge nl2br number_format raw reduce replace reverse round slice sort spaceless split striptags title trim " +
  "upper url_encode"
).split(" ");
export const allowedFunctions = ["cycle", "date", "max", "min", "range"];

class Forbidden extends Error {}

type PolicyViolation = { message: string; token: string; type: "filter" | "function" | "tag" };

const policy = {
  checkMethodAllowed(candidate: unknown, method: string) {
    // Called for every value passed on; for lists and maps it calls no code of the author.
    if (method === "toString" && (candidate instanceof Map || Array.isArray(candidate))) return;
    throw new Forbidden(`Calling "${method}" is not allowed`);
  },
  checkPropertyAllowed(candidate: unknown, property: string) {
    if (candidate instanceof Map && candidate.has(property)) return;
    throw new Forbidden(`Property "${property}" is not allowed`);
  },
  checkSecurity(tags: string[], filters: string[], functions: string[]): PolicyViolation | null {
    return (
      findViolation("tag", tags, allowedTags) ??
      findViolation("filter", filters, allowedFilters) ??
      findViolation("function", functions, allowedFunctions) ??
      null
    );
  },
};

function findViolation(
  type: PolicyViolation["type"],
  used: readonly string[],
  allowed: readonly string[],
): PolicyViolation | undefined {
  const token = used.find((name) => !allowed.includes(name));
  return token === undefined ? undefined : { type, token, message: `${type} "${token}" is not allowed` };
}

export type Render = (context: Map<string, unknown>) => string;

/** Throws on an invalid template. Subjects and texts are not HTML, so they are not escaped. */
export function compileTwig(name: string, source: string): Render {
  const environment = createSynchronousEnvironment(createSynchronousArrayLoader({ [name]: source }), {
    ...(name === "html" ? { autoEscapingStrategy: "html" } : {}),
    sandboxPolicy: policy,
  });
  const template = environment.loadTemplate(name);
  return (context) => template.render(environment, context, { sandboxed: true });
}

/** Maps only: a template can reach nothing but their keys. */
export function toMap(value: TwigContext): Map<string, unknown> {
  return new Map(Object.entries(value).map(([key, each]) => [key, toTwig(each)]));
}

function toTwig(value: unknown): unknown {
  if (Array.isArray(value)) return new Map(value.map((each, index) => [index, toTwig(each)]));
  if (typeof value !== "object" || value === null) return value;
  return toMap(Object.fromEntries(Object.entries(value)));
}

export class TooLarge extends Error {}

export function checkOutput(output: string): string {
  if (output.length > MAX_OUTPUT_CHARS) throw new TooLarge(`More than ${MAX_OUTPUT_CHARS} characters`);
  return output;
}

export function toFailure(error: unknown, template: string): TwigFailure {
  const message = error instanceof Error ? error.message : String(error);
  const at = { template, ...locationOf(error) };
  if (isTimeout(error)) return { ...at, ...tooLong };
  if (error instanceof TooLarge || /Invalid (?:string|array) length|Invalid count value/.test(message))
    return { ...at, reason: "size", message: `The result has more than ${MAX_OUTPUT_CHARS} characters` };
  if (/Maximum call stack/.test(message)) return { ...at, ...tooMuchMemory };
  if (/is not allowed|Unable to find template/.test(message)) return { ...at, reason: "forbidden", message };
  if (nameOf(error) === "TwingRuntimeError") return { ...at, reason: "runtime", message };
  if (nameOf(error) === "TwingParsingError") return { ...at, reason: "syntax", message };
  // The parser's message for an unclosed construct.
  return { ...at, reason: "syntax", message: "A construct of the template is not closed" };
}

export const isTimeout = (error: unknown) => codeOf(error) === "ERR_SCRIPT_EXECUTION_TIMEOUT";
const nameOf = (error: unknown) => (error instanceof Error ? error.name : "");
const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);

function locationOf(error: unknown): { line?: number; column?: number } {
  if (typeof error !== "object" || error === null || !("location" in error)) return {};
  const { location } = error;
  if (typeof location !== "object" || location === null) return {};
  const numberIn = (name: "line" | "column") => {
    const value: unknown = Reflect.get(location, name);
    return typeof value === "number" ? { [name]: value } : {};
  };
  return { ...numberIn("line"), ...numberIn("column") };
}
