/** Converts MJML attributes to block values; undefined if the block cannot represent them. */
export type Attributes = Readonly<Record<string, string>>;

export type Padding = { top: number; right: number; bottom: number; left: number };

export const noPadding: Padding = { top: 0, right: 0, bottom: 0, left: 0 };

const namedColors: Readonly<Record<string, string>> = {
  black: "#000000",
  white: "#ffffff",
  red: "#ff0000",
  green: "#008000",
  blue: "#0000ff",
  gray: "#808080",
  grey: "#808080",
  silver: "#c0c0c0",
  orange: "#ffa500",
  yellow: "#ffff00",
};

export function parseColor(text: string | undefined): string | undefined {
  const word = text?.trim().toLowerCase() ?? "";
  if (/^#[0-9a-f]{6}$/.test(word)) return word;
  if (/^#[0-9a-f]{3}$/.test(word)) return word.replace(/[0-9a-f]/g, "$&$&");
  return namedColors[word];
}

export function parsePixels(text: string | undefined, min: number, max: number): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(?:px)?$/.exec(text?.trim() ?? "");
  if (match === null) return undefined;
  return Math.min(max, Math.max(min, Math.round(Number(match[1]))));
}

export function parseWord<const Word extends string>(
  text: string | undefined,
  words: readonly Word[],
): Word | undefined {
  return words.find((word) => word === text?.trim());
}

/** The padding shorthand of one to four sizes, overridden by single sides; undefined keeps MJML's default. */
export function parsePadding(attributes: Attributes, fallback: Padding): Padding | undefined {
  const sides = ["top", "right", "bottom", "left"] as const;
  const isGiven = attributes["padding"] !== undefined || sides.some((side) => `padding-${side}` in attributes);
  if (!isGiven) return undefined;
  const sizes = (attributes["padding"] ?? "")
    .trim()
    .split(/\s+/)
    .map((size) => parsePixels(size, 0, 200));
  const [top, right = top, bottom = top, left = right] = sizes;
  const side = (name: keyof Padding, short: number | undefined) =>
    parsePixels(attributes[`padding-${name}`], 0, 200) ?? short ?? fallback[name];
  return {
    top: side("top", top),
    right: side("right", right),
    bottom: side("bottom", bottom),
    left: side("left", left),
  };
}

/** Line height as a ratio; pixels are divided by the font size. */
export function parseLineHeight(text: string | undefined, fontSize: number): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(px|%)?$/.exec(text?.trim() ?? "");
  if (match === null) return undefined;
  const size = Number(match[1]);
  const ratio = match[2] === "px" ? size / fontSize : match[2] === "%" ? size / 100 : size;
  return Math.min(3, Math.max(0.8, Math.round(ratio * 100) / 100));
}

/** Removes keys whose value is undefined. */
export function withoutUndefined<Value extends object>(
  value: Value,
): { [Key in keyof Value]: Exclude<Value[Key], undefined> };
export function withoutUndefined(value: object): unknown {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined));
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** The text of HTML in one line. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^<>]{0,2000}>/g, " ")
    .replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => entities[name] ?? " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 500);
