import type { Operation } from "../../registry/registry.ts";
import { acceptsIdempotencyKey, isInCompany } from "./errors.ts";
import { refTo, type Json } from "./json.ts";

const text = (description: string, example: string) => ({ description, schema: { type: "string" }, example });
const count = (description: string, example: number) => ({ description, schema: { type: "integer" }, example });

/** Response headers, by the name of their component. */
export const headerComponents = {
  RateLimit: count("Requests that the bucket nearest to empty holds", 2500),
  RateRemaining: count("Requests left in that bucket", 2499),
  RateReset: count("When that bucket is full again, in seconds since 1970", 1_777_624_200),
  RetryAfter: count("Seconds to wait before the next request", 1),
  Allow: text("The methods that the path has", "GET, POST"),
  Location: text("Where to go", "https://example.com/"),
  ETag: text("The version; send it as If-None-Match", '"k3v9mQpX2"'),
  IdempotentReplay: text("`true` when a stored response was repeated", "true"),
  ContentDisposition: text("The name of the file", 'attachment; filename="file.csv"'),
};

const headers = (names: Readonly<Record<string, keyof typeof headerComponents>>): Json =>
  Object.fromEntries(Object.entries(names).map(([name, component]) => [name, refTo("headers", component)]));

/** Absent where no credentials are needed, and from 401. */
const rateHeaders = headers({
  "X-RateLimit-Limit": "RateLimit",
  "X-RateLimit-Remaining": "RateRemaining",
  "X-RateLimit-Reset": "RateReset",
});

export const errorHeaders = (status: number): Json => ({
  ...(status === 401 ? {} : rateHeaders),
  ...(status === 429 ? headers({ "Retry-After": "RetryAfter" }) : {}),
  ...(status === 405 ? headers({ Allow: "Allow" }) : {}),
});

export type SuccessKind = "json" | "file" | "redirect" | "empty";

export const successHeaders = (operation: Operation, kind: SuccessKind): Json => ({
  ...(isInCompany(operation) || operation.access === "signed_in" ? rateHeaders : {}),
  ...(acceptsIdempotencyKey(operation) ? headers({ "Idempotent-Replay": "IdempotentReplay" }) : {}),
  ...(kind === "redirect" ? headers({ Location: "Location" }) : {}),
  ...(kind === "file" ? headers({ "Content-Disposition": "ContentDisposition" }) : {}),
  ...(hasVersion(operation) ? headers({ ETag: "ETag" }) : {}),
});

/** The description itself is the only operation with conditional requests. */
export const hasVersion = (operation: Operation): boolean => operation.name === "getOpenApi";
