import { outlineOf } from "./document.ts";
import type { EscapeContext } from "./escape.ts";
import { joinPieces, type Expressions, type Piece } from "./expression.ts";
import {
  addressPieces,
  appendParams,
  isSurveyLink,
  isTrackableLink,
  honeypotPieces,
  pixelPieces,
  surveyPieces,
  trackedPieces,
  type LinkParam,
  type PlanLink,
  type TrackingOptions,
} from "./links.ts";
import { maskTags, type MaskedSource } from "./mask-tags.ts";
import { escapeContextFinder, scanHtml, type ScannedAttribute, type HtmlScan } from "./scan.ts";

/** State shared by the parts of one e-mail: its expressions and its link table. */
export type PieceTarget = {
  expressions: Expressions;
  links: PlanLink[];
  firstLink: number;
  /** The first link number of an address. */
  numbers: Map<string, number>;
  tracking: TrackingOptions | null;
  params: readonly LinkParam[];
  /** The public URL of the service, whose survey links carry the recipient's token; null where nobody receives the e-mail. */
  publicUrl: string | null;
};

/** A range of the source and its replacement. */
type Edit = { start: number; end: number; pieces: readonly Piece[] };

/** Text for one header line. */
export const linePieces = (text: string, expressions: Expressions) =>
  applyEdits(maskTags(text), [], (mark) => expressions.add(mark, "line"));

/** The author's HTML unchanged, except for merge tags, tracked links and the open pixel. */
export function htmlPieces(html: string, target: PieceTarget): Piece[] {
  const masked = maskTags(html);
  const scan = scanHtml(masked.text);
  const placeAt = escapeContextFinder(masked.text, scan);
  const edits = linkAttributes(scan).flatMap((attribute) => {
    const pieces = linkPieces(masked, attribute, target);
    return pieces === undefined ? [] : [{ start: attribute.start, end: attribute.end, pieces }];
  });
  const added = addedPieces(target);
  if (added.length > 0) {
    const { bodyEnd } = outlineOf(masked.text, scan);
    edits.push({ start: bodyEnd, end: bodyEnd, pieces: added });
  }
  return applyEdits(masked, edits, (mark, at) => target.expressions.add(mark, placeAt(at)));
}

/** The invisible elements at the end of a tracked e-mail. */
function addedPieces({ tracking, expressions, links }: PieceTarget): Piece[] {
  if (tracking === null) return [];
  return [
    ...(tracking.clicks && links.length > 0 ? honeypotPieces(tracking, expressions) : []),
    ...(tracking.opens ? pixelPieces(tracking, expressions) : []),
  ];
}

const isLinkElement = (name: string) => name === "a" || name === "area" || name.startsWith("v:");

const linkAttributes = ({ elements }: HtmlScan) =>
  elements
    .filter(({ name }) => isLinkElement(name))
    .flatMap(({ attributes }) => attributes.filter(({ name }) => name === "href").slice(0, 1))
    .toSorted((a, b) => a.start - b.start);

function linkPieces(masked: MaskedSource, { start, end, isQuoted }: ScannedAttribute, target: PieceTarget) {
  const written = masked.text.slice(start, end);
  const url = decodeAttribute(masked.restore(written)).trim();
  if (hasTwig(masked, written) || !isTrackableLink(url)) return undefined;
  const { tracking, expressions, params, publicUrl } = target;
  const finished = appendParams(url, params);
  const number = addLink(target, finished);
  if (tracking?.clicks === true) return trackedPieces(tracking, number, expressions);
  const isSurvey = publicUrl !== null && isSurveyLink(finished, publicUrl);
  if (finished === url && !isSurvey) return undefined;
  const pieces = (isSurvey ? surveyPieces : addressPieces)(finished, expressions, "html");
  return isQuoted ? pieces : ['"', ...pieces, '"'];
}

/** Twig can produce any address per recipient: such a link is not tracked and keeps its own target. */
const hasTwig = (masked: MaskedSource, text: string) =>
  [...text.matchAll(masked.placeholder)].some((match) => masked.marks[Number(match[1])]?.kind === "twig");

function addLink({ links, numbers, firstLink }: PieceTarget, url: string): number {
  const number = links.length + firstLink;
  links.push({ number, url });
  if (!numbers.has(url)) numbers.set(url, number);
  return number;
}

const namedEntities: Readonly<Record<string, string>> = {
  amp: "&",
  quot: '"',
  apos: "'",
  lt: "<",
  gt: ">",
  nbsp: "\u00a0",
};

/** The entities that occur in addresses. */
const decodeAttribute = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|quot|apos|lt|gt|nbsp));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return namedEntities[String(name).toLowerCase()] ?? entity;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });

const webAddress = /https?:\/\/[^\s<>"'()[\]{}|\\^`]+/g;

/** The text part: its links are tracked too; an address that the HTML has keeps the HTML's number. */
export function textPieces(text: string, target: PieceTarget): Piece[] {
  const { tracking, expressions, params, publicUrl } = target;
  const masked = maskTags(text);
  const inUrl = new Map<number, EscapeContext>();
  const edits: Edit[] = [];
  for (const match of masked.text.matchAll(webAddress)) {
    const written = match[0].replace(/[.,;:!?*_]+$/, "");
    const [start, end] = [match.index, match.index + written.length];
    for (const mark of written.matchAll(masked.placeholder)) inUrl.set(start + mark.index, "plainUrl");
    const url = masked.restore(written);
    if (hasTwig(masked, written) || !isTrackableLink(url)) continue;
    const finished = appendParams(url, params);
    const number = target.numbers.get(finished) ?? addLink(target, finished);
    if (tracking?.clicks === true) edits.push({ start, end, pieces: trackedPieces(tracking, number, expressions) });
    else if (publicUrl !== null && isSurveyLink(finished, publicUrl))
      edits.push({ start, end, pieces: surveyPieces(finished, expressions, "plain") });
    else if (finished !== url) edits.push({ start, end, pieces: addressPieces(finished, expressions, "plain") });
  }
  return applyEdits(masked, edits, (mark, at) => expressions.add(mark, inUrl.get(at) ?? "plain"));
}

type AddTag = (tag: { name: string; fallback: string }, at: number) => number | undefined;

/** Source with its edits applied and its tags as expressions; Twig stays as written. */
function applyEdits(masked: MaskedSource, edits: readonly Edit[], addTag: AddTag): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    pieces.push(...tagPieces(masked, end, edit.start, addTag), ...edit.pieces);
    end = edit.end;
  }
  pieces.push(...tagPieces(masked, end, masked.text.length, addTag));
  return joinPieces(pieces);
}

function tagPieces(masked: MaskedSource, from: number, to: number, addTag: AddTag): Piece[] {
  const pieces: Piece[] = [];
  const text = masked.text.slice(from, to);
  let end = 0;
  for (const match of text.matchAll(masked.placeholder)) {
    pieces.push(text.slice(end, match.index));
    const mark = masked.marks[Number(match[1])];
    if (mark?.kind === "tag") pieces.push(addTag(mark.tag, from + match.index) ?? "");
    if (mark?.kind === "twig") pieces.push(mark.source);
    end = match.index + match[0].length;
  }
  pieces.push(text.slice(end));
  return pieces;
}
