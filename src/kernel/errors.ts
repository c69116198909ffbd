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

/** What `min` and `max` count, unless it is the number itself, the characters of a text or the elements of a list. */
export const units = [
  "bytes",
  "characters",
  "codes",
  "columns",
  "contacts",
  "days",
  "elements",
  "hours",
  "levels",
  "pixels",
  "rows",
  "segments",
] as const;
export type Unit = (typeof units)[number];
type Measured = { readonly unit?: Unit };

/**
 * What the refused place accepts: `min` and `max` are of a number, of the length of a text or of the number of elements
 * unless there is a `unit`; `kind` is of the existing object that the value has to name; `issues` say it place by place.
 */
type Accepted =
  | { readonly allowed: readonly unknown[] }
  | { readonly type: string | readonly string[] }
  | ({ readonly min: number | string } & Measured)
  | ({ readonly max: number | string } & Measured)
  | { readonly pattern: string }
  | { readonly required: true }
  | { readonly unique: true }
  | { readonly kind: string }
  | { readonly issues: readonly object[] };

/** Marks a refusal that cannot say what would be accepted, such as that of a wrong password. */
export const noRule = { rule: undefined } as const;

/** Without a rule and without the marker a refusal does not compile. */
export type RejectionRule = ErrorParams & (Accepted | typeof noRule);

const ruleNames = ["allowed", "type", "min", "max", "pattern", "required", "unique", "kind", "issues"] as const;

const isStated = (rules: ErrorParams): rules is ErrorParams & Accepted => ruleNames.some((name) => name in rules);

/** Rules that were read from a schema, which may have none. */
export const toRule = (rules: ErrorParams): RejectionRule => (isStated(rules) ? rules : { ...rules, ...noRule });

/** `field` is the path of the value in the body, or the parameter; where it has to be another word, `params.path` is the path. */
export function validation(field: string, rule: RejectionRule): ApiError {
  const params = Object.fromEntries(Object.entries(rule).filter(([name]) => !(name in noRule)));
  return new ApiError("validation", field, { params });
}

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

/** What names or uses an object: a campaign, a form, a running job … */
export type Referrer = { readonly kind: string; readonly id: string; readonly name: string };

/** So many are shown in the refusal. */
const maxShownReferrers = 20;

/** Refuses to delete or change what something still names, and says what. `more` adds parameters. */
export function rejectIfReferred(referrers: readonly Referrer[], more: ErrorParams = {}): void {
  if (referrers.length === 0) return;
  const by = referrers.slice(0, maxShownReferrers).map(({ kind, id, name }) => ({ kind, id, name }));
  throw conflict("used", { by, ...idsByKind(referrers), ...more });
}

/** `campaignIds`, `automationIds` …: the parameters of clients that are older than `by`. */
function idsByKind(referrers: readonly Referrer[]): ErrorParams {
  const ids: Record<string, string[]> = {};
  for (const { kind, id } of referrers) (ids[`${kind}Ids`] ??= []).push(id);
  return ids;
}

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
