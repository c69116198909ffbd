/** The context of a value determines its escaping. */
export type EscapeContext =
  /** The value stands between HTML tags. */
  | "text"
  /** The value stands in a quoted HTML attribute. */
  | "attribute"
  /** The value stands in an HTML attribute without quotes. */
  | "unquoted"
  /** Inside a web address in an attribute. */
  | "url"
  /** The start of a web address in an attribute: the value is the whole address. */
  | "address"
  /** The value stands in a style sheet or script. */
  | "raw"
  /** The value stands in plain text. */
  | "plain"
  /** Inside a web address in plain text or in a webhook. */
  | "plainUrl"
  | "plainAddress"
  /** The value stands in a header, which is one line. */
  | "line"
  /** Inside a JSON string. */
  | "json";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const special = /[&<>"']/;
const specials = /[&<>"']/g;

// Control characters are meaningless or forbidden in mail; lone surrogates are invalid.
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff\p{Cs}]/u;
const controls = new RegExp(control, "gu");

const clean = (value: string) => (control.test(value) ? value.replace(controls, "") : value);

export const escapeHtml = (value: string) =>
  special.test(value) ? value.replace(specials, (character) => entities[character] ?? character) : value;

const encodeUrl = (value: string) =>
  encodeURIComponent(value).replace(/['()!*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** A value used as an address must be a web address; anything else (javascript:, data:) becomes empty. */
export const webAddress = (value: string) => {
  const address = value.trim();
  return /^https?:\/\/[^\s/?#]/i.test(address) && !/[\s<>"'`\\]/.test(address) ? address : "";
};

const escapers: Readonly<Record<EscapeContext, (value: string) => string>> = {
  text: (value) => escapeHtml(value).replace(/\r\n|\r|\n/g, "<br>"),
  attribute: escapeHtml,
  unquoted: (value) => value.replace(/[^\p{L}\p{N}_.:/-]/gu, (sign) => `&#${sign.codePointAt(0) ?? 0};`),
  url: encodeUrl,
  address: (value) => escapeHtml(webAddress(value)),
  raw: (value) => value.replace(/[^\p{L}\p{N} _.,%#-]/gu, ""),
  plain: (value) => value,
  plainUrl: encodeUrl,
  plainAddress: webAddress,
  line: (value) => value.replace(/[\p{Cc}\u2028\u2029]+/gu, " "),
  json: (value) => JSON.stringify(value).slice(1, -1),
};

/** Characters that are special in any of these contexts. */
// oxlint-disable-next-line no-control-regex
const meaningful = /[&<>"'\\\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff\ufffe\uffff]/;
const literalContexts: ReadonlySet<EscapeContext> = new Set(["text", "attribute", "plain", "line", "json"]);

export function escaperFor(context: EscapeContext): (value: string) => string {
  const escape = escapers[context];
  if (!literalContexts.has(context)) return (value) => (value === "" ? "" : escape(clean(value)));
  return (value) => (meaningful.test(value) ? escape(clean(value)) : value);
}
