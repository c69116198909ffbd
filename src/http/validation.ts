import { Ajv, type ErrorObject } from "ajv";
import { normalizeEmail } from "../kernel/email.ts";
import { isCalendarDay, isMonthDay } from "../kernel/local-time.ts";
import { notFound, validation, type ApiError } from "../kernel/errors.ts";

const formats = {
  date: isCalendarDay,
  "month-day": isMonthDay,
  "date-time": (text: string) => /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text)),
  email: (text: string) => normalizeEmail(text) !== undefined,
};

const options = { useDefaults: true, removeAdditional: false, allErrors: false, strict: false, formats } as const;

/** Text of a query becomes what its schema says; a body must have the right types already. */
const queryAjv = new Ajv({ ...options, coerceTypes: "array" });
const bodyAjv = new Ajv({ ...options, coerceTypes: false });

type Part = "body" | "querystring" | "params" | "headers";

/** Fastify's hook for compiled request schemas; it throws our error instead of handing back prose. */
export function compileRequestSchema(request: { schema: object; httpPart?: string | undefined }) {
  const part = request.httpPart;
  const check = (part === "body" ? bodyAjv : queryAjv).compile(request.schema);
  return (value: unknown): true => {
    if (check(value)) return true;
    throw refusal(part === "params" ? "params" : "body", check.errors?.[0]);
  };
}

/** An id that cannot exist is an object that does not exist. */
function refusal(part: Part, error: ErrorObject | undefined): ApiError {
  if (part === "params") return notFound("path");
  return validation(error === undefined ? "body" : fieldOf(error));
}

function fieldOf(error: ErrorObject): string {
  const path = error.instancePath.split("/").slice(1).map(unescapePointer);
  if (error.keyword === "required") path.push(String(error.params["missingProperty"]));
  return path.length === 0 ? "body" : path.join(".");
}

const unescapePointer = (step: string) => step.replaceAll("~1", "/").replaceAll("~0", "~");
