import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { build, type Schema } from "fast-json-stringify";
import { normalizeEmail } from "../kernel/email.ts";
import { isCalendarDay, isMonthDay } from "../kernel/local-time.ts";
import { notFound, validation, type ApiError } from "../kernel/errors.ts";
import { isLine } from "../kernel/schema.ts";

const formats = {
  date: isCalendarDay,
  "month-day": isMonthDay,
  "date-time": (text: string) => /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text)),
  line: isLine,
  email: (text: string) => normalizeEmail(text) !== undefined,
};

const options = { useDefaults: true, removeAdditional: false, allErrors: false, strict: false, formats } as const;

/** Query texts are coerced to the types of the schema; bodies must have the right types already. */
const queryAjv = new Ajv({ ...options, coerceTypes: "array" });
const bodyAjv = new Ajv({ ...options, coerceTypes: false });

/**
 * Fastify's compilers for schemas of requests (which throws our error) and of responses. Each schema is compiled on
 * first use: compiling hundreds would slow every start.
 */
export function compileRequestSchema(request: { schema: object; httpPart?: string | undefined }) {
  const part = request.httpPart;
  let check: ValidateFunction | undefined;
  return (value: unknown): true => {
    check ??= (part === "body" ? bodyAjv : queryAjv).compile(request.schema);
    if (check(value)) return true;
    throw validationError(part, check.errors?.[0], request.schema);
  };
}

export function compileAnswerSchema(answer: { schema: Schema }) {
  let stringify: ((value: unknown) => string) | undefined;
  return (value: unknown): string => {
    stringify ??= build(answer.schema);
    return stringify(value);
  };
}

/** An id that cannot exist is an object that does not exist. */
function validationError(part: string | undefined, error: ErrorObject | undefined, schema: object): ApiError {
  if (part === "params") return notFound("path");
  if (part === "querystring" && error?.keyword === "additionalProperties") {
    return validation(String(error.params["additionalProperty"]), { allowed: propertyNames(schema) });
  }
  const field = error === undefined ? "body" : fieldOf(error);
  // A repeatable parameter is named without the index of its value.
  return validation(part === "querystring" ? (field.split(".")[0] ?? field) : field);
}

const propertyNames = (schema: object): string[] =>
  "properties" in schema ? Object.keys(schema.properties ?? {}) : [];

function fieldOf(error: ErrorObject): string {
  const path = error.instancePath.split("/").slice(1).map(unescapePointer);
  if (error.keyword === "required") path.push(String(error.params["missingProperty"]));
  return path.length === 0 ? "body" : path.join(".");
}

const unescapePointer = (step: string) => step.replaceAll("~1", "/").replaceAll("~0", "~");
