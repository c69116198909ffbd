import { findOutline } from "./document.ts";
import {
  findEmptyRegions,
  findMarkedRegions,
  twigCondition,
  withoutRegionMarks,
  type EmptyRegion,
} from "./empty-regions.ts";
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
  /** Any part of the e-mail contains Twig. */
  hasTwig: boolean;
  /** The public URL of the service, whose survey links carry the recipient's token; null where the e-mail has no recipient. */
  publicUrl: string | null;
};

/** A range of the source and its replacement. */
type Edit = { start: number; end: number; pieces: readonly Piece[] };

/** Text for one header line. */
export const linePieces = (text: string, expressions: Expressions) =>
  applyEdits(maskTags(text), [], (mark) => expressions.add(mark, "line"));

/** Regions of an e-mail with Twig are conditions of Twig, because what is inside is rendered by it. */
const regionPieces = ({ hasTwig, expressions }: PieceTarget): WriteRegion =>
  hasTwig
    ? (region, pieces) => [`{% if ${twigCondition(region)} %}`, ...pieces, "{% endif %}"]
    : (region, pieces) => [expressions.unlessEmpty(region.tags, pieces)];

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
    const { bodyEnd } = findOutline(masked.text, scan);
    edits.push({ start: bodyEnd, end: bodyEnd, pieces: added });
  }
  return applyEdits(masked, edits, (mark, at) => target.expressions.add(mark, placeAt(at)), {
    found: findEmptyRegions(masked, scan),
    write: regionPieces(target),
  });
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
  const write = regionPieces(target);
  const pieces = applyEdits(masked, edits, (mark, at) => expressions.add(mark, inUrl.get(at) ?? "plain"), {
    found: findMarkedRegions(masked),
    write: (region, inside) => write(region, withoutMarks(inside)),
  });
  return withoutMarks(pieces);
}

const withoutMarks = (pieces: readonly Piece[]): Piece[] =>
  pieces.map((piece) => (typeof piece === "string" ? withoutRegionMarks(piece) : piece));

type AddTag = (tag: { name: string; fallback: string }, at: number) => number | undefined;

type WriteRegion = (region: EmptyRegion, pieces: readonly Piece[]) => Piece[];

type Regions = { readonly found: readonly EmptyRegion[]; readonly write: WriteRegion };

const noRegions: Regions = { found: [], write: (_, pieces) => [...pieces] };

/** Source with its edits applied and its tags as expressions; Twig stays as written. */
function applyEdits(
  masked: MaskedSource,
  edits: readonly Edit[],
  addTag: AddTag,
  { found, write }: Regions = noRegions,
): Piece[] {
  const sorted = edits.toSorted((a, b) => a.start - b.start);
  const regions = found.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const { length } = masked.text;
  const atEnd = sorted.filter(({ start }) => start === length).flatMap((edit) => edit.pieces);
  return joinPieces([...piecesBetween(0, length, regions), ...atEnd]);

  /** `inside` are the regions of this range; the first of them encloses those that begin before its end. */
  function piecesBetween(start: number, end: number, inside: readonly EmptyRegion[]): Piece[] {
    const [region] = inside;
    if (region === undefined) return editedPieces(start, end);
    const nested = inside.filter((each) => each !== region && each.end <= region.end);
    const later = inside.filter((each) => each.start >= region.end);
    return [
      ...editedPieces(start, region.start),
      ...write(region, joinPieces(piecesBetween(region.start, region.end, nested))),
      ...piecesBetween(region.end, end, later),
    ];
  }

  function editedPieces(start: number, end: number): Piece[] {
    const pieces: Piece[] = [];
    let at = start;
    for (const edit of sorted.filter((each) => each.start >= start && each.start < end)) {
      pieces.push(...tagPieces(masked, at, edit.start, addTag), ...edit.pieces);
      at = edit.end;
    }
    return [...pieces, ...tagPieces(masked, at, end, addTag)];
  }
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
