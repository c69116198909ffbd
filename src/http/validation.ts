import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { build, type Schema } from "fast-json-stringify";
import { normalizeEmail } from "../kernel/email.ts";
import { isCalendarDay, isMonthDay } from "../kernel/local-time.ts";
import { notFound, validation, type ApiError, noRule, toRule, type RejectionRule } from "../kernel/errors.ts";
import { isLine, publishedSchemaKeyword } from "../kernel/schema.ts";
import { rulesOf, type FormatName } from "../kernel/schema-rules.ts";

const formats: Readonly<Record<FormatName, (text: string) => boolean>> = {
  date: isCalendarDay,
  "month-day": isMonthDay,
  "date-time": (text: string) => /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text)),
  line: isLine,
  email: (text: string) => normalizeEmail(text) !== undefined,
};

/** `verbose`: errors carry the schema that refused the value. */
const options = {
  useDefaults: true,
  removeAdditional: false,
  allErrors: false,
  strict: false,
  verbose: true,
  formats,
} as const;

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
    throw validationError(part, check.errors ?? []);
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
function validationError(part: string | undefined, errors: readonly ErrorObject[]): ApiError {
  const [error] = errors;
  if (part === "params") return notFound("path");
  if (error === undefined) return validation("body", noRule);
  if (part === "querystring" && error.keyword === "additionalProperties") {
    return validation(String(error.params["additionalProperty"]), allowedBy(error, errors));
  }
  const field = toFieldPath(error);
  // A repeatable parameter is named without the index of its value.
  return validation(part === "querystring" ? (field.split(".")[0] ?? field) : field, allowedBy(error, errors));
}

/** What would have been accepted in the refused place, never what was sent. */
function allowedBy(error: ErrorObject, errors: readonly ErrorObject[]): RejectionRule {
  const properties: unknown = error.parentSchema?.["properties"];
  const known = typeof properties === "object" && properties !== null ? properties : {};
  if (error.keyword === "additionalProperties") return { allowed: Object.keys(known) };
  if (error.keyword === "required") {
    return { required: true, ...rulesOf(published(Reflect.get(known, String(error.params["missingProperty"])))) };
  }
  return toRule({ ...rulesOf(findUnion(error, errors) ?? error.parentSchema) });
}

/** The first error of a union is that of its first branch. */
const findUnion = ({ instancePath }: ErrorObject, errors: readonly ErrorObject[]): object | undefined =>
  errors.find((item) => item.instancePath === instancePath && (item.keyword === "anyOf" || item.keyword === "oneOf"))
    ?.parentSchema;

const published = (schema: unknown): unknown =>
  typeof schema === "object" && schema !== null && publishedSchemaKeyword in schema
    ? schema[publishedSchemaKeyword]
    : schema;

function toFieldPath(error: ErrorObject): string {
  const path = error.instancePath.split("/").slice(1).map(unescapePointer);
  if (error.keyword === "required") path.push(String(error.params["missingProperty"]));
  return path.length === 0 ? "body" : path.join(".");
}

const unescapePointer = (step: string) => step.replaceAll("~1", "/").replaceAll("~0", "~");
