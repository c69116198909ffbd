import { escapeHtml, webAddress } from "./escape.ts";
import { evaluateAll, Expressions, fillPieces, joinPieces, type Piece } from "./expression.ts";
import { findTags } from "./tag-syntax.ts";
import { findTag } from "./tags.ts";
import type { MergeValues } from "./values.ts";

/** One link of the e-mail. The address may contain merge tags, which are filled on click. */
export type PlanLink = { number: number; url: string };

export type TrackingOptions = {
  /** Origin of the tracking addresses, without a slash at the end. */
  base: string;
  clicks: boolean;
  opens: boolean;
};

export type LinkParam = { name: string; value: string };

const utmNames = ["source", "medium", "campaign", "term", "content"] as const;
export type Utm = Partial<Record<(typeof utmNames)[number], string | null>>;

export function toLinkParams(utm: Utm | null | undefined, params: readonly LinkParam[] = []): LinkParam[] {
  const fromUtm = utmNames.flatMap((name) => {
    const value = utm?.[name] ?? "";
    return value === "" ? [] : [{ name: `utm_${name}`, value }];
  });
  return [...fromUtm, ...params.filter(({ name }) => name !== "")];
}

/**
 * Web addresses, and merge tags that hold a whole address. Our own pages (unsubscribe, preferences …) are excluded,
 * because they must work without tracking.
 */
export function isTrackableLink(url: string): boolean {
  const address = url.trim();
  if (/^https?:\/\//i.test(address)) return true;
  const [first] = findTags(address);
  if (first?.at !== 0 || first.kind !== "tag") return false;
  const tag = findTag(first.tag.name);
  return tag !== undefined && tag.group !== "link" && tag.kind !== "block";
}

/** A survey of this service, whose page then knows the contact: `/s/<key>`. */
export const isSurveyLink = (url: string, publicUrl: string): boolean =>
  url.startsWith(`${publicUrl}/s/`) && /^[\w-]{16}(?:[?#]|$)/.test(url.slice(publicUrl.length + 3));

/** The address before and behind the recipient's token. */
export function surveyLinkParts(url: string): [string, string] {
  const hash = url.indexOf("#");
  const address = hash === -1 ? url : url.slice(0, hash);
  return [`${address}${address.includes("?") ? "&" : "?"}c=`, url.slice(address.length)];
}

/** A link to a survey that is not tracked. */
export function surveyPieces(url: string, expressions: Expressions, where: "html" | "plain"): Piece[] {
  const [before, behind] = surveyLinkParts(url);
  return [
    ...addressPieces(before, expressions, where),
    expressions.token(),
    ...addressPieces(behind, expressions, where),
  ];
}

/** Added before the fragment; a parameter that the address already has is kept. */
export function appendParams(url: string, params: readonly LinkParam[]): string {
  if (params.length === 0 || !/^https?:/i.test(url)) return url;
  const hash = url.indexOf("#");
  const [address, fragment] = hash === -1 ? [url, ""] : [url.slice(0, hash), url.slice(hash)];
  const query = address.slice(address.indexOf("?") + 1);
  const taken = new Set(address.includes("?") ? query.split("&").map((each) => each.split("=")[0] ?? "") : []);
  const added = params
    .filter(({ name }) => !taken.has(encodeURIComponent(name)) && !taken.has(name))
    .map(({ name, value }) => `${encodeURIComponent(name)}=${encodeKeepingTags(value)}`);
  if (added.length === 0) return url;
  const sign = !address.includes("?") ? "?" : /[?&]$/.test(address) ? "" : "&";
  return address + sign + added.join("&") + fragment;
}

function encodeKeepingTags(value: string): string {
  let result = "";
  let end = 0;
  for (const { at, source } of findTags(value)) {
    result += encodeURIComponent(value.slice(end, at)) + source;
    end = at + source.length;
  }
  return result + encodeURIComponent(value.slice(end));
}

/** Splits an address at its merge tags; in an attribute the constant parts are escaped. */
export function addressPieces(url: string, expressions: Expressions, where: "html" | "plain"): Piece[] {
  const isHtml = where === "html";
  const pieces: Piece[] = [];
  let end = 0;
  for (const mark of findTags(url)) {
    pieces.push(literal(url.slice(end, mark.at)));
    const isFirst = url.slice(0, mark.at).trim() === "";
    if (mark.kind === "tag") {
      const place = isFirst ? (isHtml ? "address" : "plainAddress") : isHtml ? "url" : "plainUrl";
      pieces.push(expressions.add(mark.tag, place) ?? "");
    }
    end = mark.at + mark.source.length;
  }
  pieces.push(literal(url.slice(end)));
  return joinPieces(pieces);

  function literal(text: string) {
    return isHtml ? escapeHtml(text) : text;
  }
}

/** The target of the link for this recipient; undefined when the result is not a web address. */
export function resolveLink(link: PlanLink, values: MergeValues): string | undefined {
  const expressions = new Expressions();
  const pieces = addressPieces(link.url, expressions, "plain");
  const address = fillPieces(pieces, evaluateAll(expressions.list, values)).trim();
  if (!/^https?:\/\/[^\s/?#]/i.test(address)) return undefined;
  // Values are encoded already; a blank or a quote can only be the author's.
  return webAddress(address) === "" ? parsedUrl(address) : address;
}

const parsedUrl = (text: string) => (URL.canParse(text) ? new URL(text).href : undefined);

/** `/t/c/<token>.<number>`: one token a recipient serves all links. */
export const trackedPieces = (tracking: TrackingOptions, number: number, expressions: Expressions): Piece[] => [
  `${tracking.base}/t/c/`,
  expressions.token(),
  `.${number}`,
];

export const pixelPieces = (tracking: TrackingOptions, expressions: Expressions): Piece[] => [
  `<img src="${escapeHtml(tracking.base)}/t/o/`,
  expressions.token(),
  `.gif" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">`,
];

/** The honeypot link: people do not see it, only bots follow it. */
export const honeypotLink = 0;

export const honeypotPieces = (tracking: TrackingOptions, expressions: Expressions): Piece[] => [
  `<a href="${escapeHtml(tracking.base)}/t/c/`,
  expressions.token(),
  `.${honeypotLink}" style="display:none" aria-hidden="true" tabindex="-1"></a>`,
];
