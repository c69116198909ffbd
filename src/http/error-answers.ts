import { STATUS_CODES } from "node:http";
import type { ApiVersion } from "../kernel/protocol.ts";
import type { ApiError } from "../kernel/errors.ts";

type ErrorAnswer = { readonly status: number; readonly body: object };

/** The response to an error by the path's protocol; operations of OAuth have an error handler of their own. */
export const errorAnswers: Readonly<Record<ApiVersion, (error: ApiError) => ErrorAnswer>> = {
  v1: ({ status, code, message, params }) => ({ status, body: { error: { code, message, params } } }),
  v3: (error) => {
    const status = apiV3Status(error);
    return { status, body: { status: "error", meta: [], message: apiV3Message(error, status) } };
  },
};

/** A body that is not JSON is an invalid parameter; one that is too large keeps its own status. */
export const apiV3Status = ({ code, status }: Pick<ApiError, "code" | "status">): number =>
  code === "validation" && status !== 413 ? 422 : status;

const apiV3Messages: Readonly<Record<number, string>> = {
  401: "Authentication Failed",
  405: "Method not allowed",
  409: "Already exists",
};

function apiV3Message({ code, status, message }: ApiError, answered: number): string {
  if (code === "validation") return `Validation failed: ${status === 415 ? "body" : message}`;
  if (code === "rate_limited") return `Rate limit exceeded (${message})`;
  return apiV3Messages[answered] ?? STATUS_CODES[answered] ?? "Error";
}
