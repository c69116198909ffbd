import { blockTagsIn } from "./block-tags.ts";
import type { MaskedSource } from "./mask-tags.ts";
import type { HtmlScan, ScannedElement } from "./scan.ts";

/** An element with this class disappears when no tag of products or articles inside has items. */
export const hideIfEmptyClass = "hide-if-empty";

/** A part of the source and the tags of which one has to have items. */
export type EmptyRegion = { readonly start: number; readonly end: number; readonly tags: readonly string[] };

type HtmlRegion = EmptyRegion & {
  /** Offsets of what is inside of the element. */
  readonly innerStart: number;
  readonly innerEnd: number;
};

/** Regions of the masked text; they may be nested. One without such tags is no region. */
export function findEmptyRegions(masked: MaskedSource, scan: HtmlScan): HtmlRegion[] {
  return scan.elements.flatMap((element) => {
    const end = hasClass(masked.text, element) ? closingOf(scan, element) : undefined;
    if (end === undefined) return [];
    const tags = blockTagsIn([masked.restore(masked.text.slice(element.end, end.start))]);
    if (tags.length === 0) return [];
    return [{ start: element.start, end: end.end, innerStart: element.end, innerEnd: end.start, tags }];
  });
}

const hasClass = (text: string, { attributes }: ScannedElement): boolean =>
  attributes.some(
    ({ name, start, end }) => name === "class" && text.slice(start, end).split(/\s+/).includes(hideIfEmptyClass),
  );

/** The end tag that belongs to the element: its own name is counted only. */
function closingOf({ elements, closing }: HtmlScan, { name, end }: ScannedElement) {
  const ends = closing.filter((each) => each.name === name && each.start >= end).toSorted((a, b) => a.start - b.start);
  const starts = elements.filter((each) => each.name === name && each.start >= end);
  return ends.find((each, index) => starts.filter(({ start }) => start < each.start).length === index);
}

/** Private characters that enclose a region in a text part. */
const [open, close] = ["\ue010", "\ue011"];
const marks = /[\ue010\ue011]/g;

/** HTML whose regions are enclosed by characters that its text part keeps. */
export function markRegions(masked: MaskedSource, scan: HtmlScan): string {
  const places = findEmptyRegions(masked, scan).flatMap(({ innerStart, innerEnd }) => [
    { at: innerStart, mark: open },
    { at: innerEnd, mark: close },
  ]);
  let text = "";
  let end = 0;
  for (const { at, mark } of places.toSorted((a, b) => a.at - b.at)) {
    text += masked.text.slice(end, at) + mark;
    end = at;
  }
  return text + masked.text.slice(end);
}

/** A mark is a line of its own, which would leave blank lines behind. */
export const withTightMarks = (text: string): string => text.replace(/\ue010\s+/g, open).replace(/\s+\ue011/g, close);

/** The regions of a text part, with the characters that enclose them. */
export function findMarkedRegions(masked: MaskedSource): EmptyRegion[] {
  const regions: EmptyRegion[] = [];
  const starts: number[] = [];
  for (const { index, 0: mark } of masked.text.matchAll(marks)) {
    if (mark === open) starts.push(index);
    const start = mark === close ? starts.pop() : undefined;
    if (start === undefined) continue;
    regions.push({ start, end: index + 1, tags: blockTagsIn([masked.restore(masked.text.slice(start, index))]) });
  }
  return regions;
}

export const withoutRegionMarks = (text: string): string => text.replaceAll(marks, "");

/** `products:12.4` as a condition of Twig. */
export const twigCondition = ({ tags }: EmptyRegion): string =>
  tags.map((tag) => tag.replace(/^(\w+):(.*)$/, "$1['$2']")).join(" or ");
