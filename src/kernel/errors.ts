/** The specification's error codes (part 7), each with the status it answers. */
export const statusOf = {
  validation: 400,
  unauthorized: 401,
  forbidden: 403,
  csrf: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  suppression_locked: 409,
  count_mismatch: 409,
  empty_segment: 409,
  expired: 410,
  recently_sent: 423,
  rate_limited: 429,
  server: 500,
  not_implemented: 501,
  upstream: 502,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;
export type ErrorParams = Record<string, unknown>;

/** Thrown by services; turned into a body at one place per surface. `message` is a machine word, never prose. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly params: ErrorParams;

  constructor(code: ErrorCode, message: string, options: { params?: ErrorParams; status?: number } = {}) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.status = options.status ?? statusOf[code];
    this.params = options.params ?? {};
  }
}

export const validation = (field: string, params?: ErrorParams) =>
  new ApiError("validation", field, params === undefined ? {} : { params });
export const unauthorized = () => new ApiError("unauthorized", "credentials");
export const forbidden = (reason: string) => new ApiError("forbidden", reason);
export const notFound = (object: string) => new ApiError("not_found", object);
/** Returns the value or throws 404. */
export function requireFound<Row>(row: Row | undefined, object: string): Row {
  if (row === undefined) throw notFound(object);
  return row;
}
export const conflict = (reason: string, params?: ErrorParams) =>
  new ApiError("conflict", reason, params === undefined ? {} : { params });
export const unavailable = (
  service: "mail" | "data_key" | "dns" | "database" | "timeout" | "sandbox" | "stock_photos" | "iban",
  params?: ErrorParams,
) => new ApiError("unavailable", service, params === undefined ? {} : { params });
/** An external service failed; `reason` says how. */
export const upstream = (service: string, reason: string) => new ApiError("upstream", service, { params: { reason } });
export const rateLimited = (bucket: string, retryAfter: number, params: ErrorParams = {}) =>
  new ApiError("rate_limited", bucket, { params: { retryAfter, ...params } });
export const tooLarge = () => new ApiError("validation", "size", { status: 413 });
export const notJson = () => new ApiError("validation", "contentType", { status: 415 });
