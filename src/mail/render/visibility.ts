import { black, blend, contrast, linkBlue, parseColor, white, type Color } from "./colors.ts";

/** The appearance of text inside an element; undefined where it cannot be determined. */
export type VisualState = {
  isHidden: boolean;
  /** Can be set again by a descendant, unlike `isHidden`. */
  isInvisible: boolean;
  opacity: number;
  fontSizePx: number | undefined;
  color: Color | undefined;
  background: Color | undefined;
};

export const rootState: VisualState = {
  isHidden: false,
  isInvisible: false,
  opacity: 1,
  fontSizePx: 16,
  color: black,
  background: white,
};

const MIN_FONT_PX = 4;
const MIN_OPACITY = 0.15;
/** Light grey on white, the least that designs use, has 1.6. */
const MIN_CONTRAST = 1.3;

/** Whether text here is visible; false also where it cannot be determined. */
export function isTextVisible({ fontSizePx, color, background, opacity, ...state }: VisualState): boolean {
  if (!isBoxVisible({ ...state, opacity }) || fontSizePx === undefined || fontSizePx < MIN_FONT_PX) return false;
  if (color === undefined || background === undefined) return false;
  return contrast(blend([color[0], color[1], color[2], color[3] * opacity], background), background) >= MIN_CONTRAST;
}

export const isBoxVisible = ({
  isHidden,
  isInvisible,
  opacity,
}: Pick<VisualState, "isHidden" | "isInvisible" | "opacity">) => !isHidden && !isInvisible && opacity >= MIN_OPACITY;

/** Elements whose content is not shown, or only to some. */
const hiddenElements = new Set(
  "head title style script template noscript details dialog object iframe svg math select textarea audio video canvas map".split(
    " ",
  ),
);

type Attributes = Readonly<Record<string, string>>;

export function childState(parent: VisualState, name: string, attributes: Attributes): VisualState {
  const style = parseStyle(attributes["style"] ?? "");
  return {
    isHidden:
      parent.isHidden || hiddenElements.has(name) || "hidden" in attributes || isHiding(style, name, attributes),
    isInvisible: style.has("visibility") ? style.get("visibility") !== "visible" : parent.isInvisible,
    opacity: parent.opacity * parseOpacity(style),
    fontSizePx: parseFontSize(style, parent.fontSizePx),
    color: resolveColor(parent, name, { style, attributes }),
    background: resolveBackground(parent, style, attributes),
  };
}

const MAX_STYLE_CHARS = 4000;

/** Declarations by property; of several the last, or the last important one. */
function parseStyle(text: string): ReadonlyMap<string, string> {
  const style = new Map<string, string>();
  // No person writes so long a style: it counts as one that hides.
  if (text.length > MAX_STYLE_CHARS) return new Map([["display", "none"]]);
  const important = new Set<string>();
  for (const declaration of text.match(/(?:\([^)]*\)|"[^"]*"|'[^']*'|[^;])+/g) ?? []) {
    const colon = declaration.indexOf(":");
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const written = declaration
      .slice(colon + 1)
      .trim()
      .toLowerCase();
    const value = written.replace(/\s*!\s*important$/, "");
    if (colon === -1 || (important.has(property) && value === written)) continue;
    if (value !== written) important.add(property);
    style.set(property, value);
  }
  return style;
}

const sizes = ["width", "height", "max-width", "max-height"];
const tableParts = new Set(["table", "tbody", "thead", "tfoot", "tr", "td", "th"]);
const offScreen = /^-\d{3,}/;

function isHiding(style: ReadonlyMap<string, string>, name: string, attributes: Attributes): boolean {
  const is = (property: string, test: RegExp) => test.test(style.get(property) ?? "");
  const empty = (value: string) =>
    /^0(?:\.0+)?(?:[a-z]+|%)?$/.test(value) || (!tableParts.has(name) && value === "1px");
  return (
    is("display", /^none/) ||
    is("content-visibility", /^hidden/) ||
    is("mso-hide", /^all/) ||
    sizes.some((property) => empty(style.get(property) ?? "")) ||
    [attributes["width"] ?? "", attributes["height"] ?? ""].some(empty) ||
    ["left", "right", "top", "text-indent", "margin-left", "margin-top"].some((property) => is(property, offScreen)) ||
    is("clip", /^rect\(\s*[01](?:px)?[\s,]/) ||
    is("clip-path", /inset\(\s*(?:50|100)%|circle\(\s*0/) ||
    is("transform", /scale[xy]?\(\s*0(?:\.0\d*)?\s*[,)]/)
  );
}

function parseOpacity(style: ReadonlyMap<string, string>): number {
  const text = style.get("opacity") ?? /opacity[=(]\s*([\d.]+%?)/.exec(style.get("filter") ?? "")?.[1] ?? "1";
  const number = Number.parseFloat(text);
  // An old filter counts to a hundred.
  const share = text.endsWith("%") || number > 1 ? number / 100 : number;
  return Number.isNaN(share) ? 0 : share;
}

const fontKeywords: Readonly<Record<string, number>> = {
  "xx-small": 9,
  "x-small": 10,
  small: 13,
  medium: 16,
  large: 18,
  "x-large": 24,
  "xx-large": 32,
  initial: 16,
};
const pixelsPerUnit: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, pc: 16, rem: 16, "": 1 };

function parseFontSize(style: ReadonlyMap<string, string>, inherited: number | undefined): number | undefined {
  const ofFont = /(?:^|\s)(\d*\.?\d+(?:px|pt|pc|rem|em|%)|(?:xx?-)?(?:small|large)|medium)(?=[\s/]|$)/.exec(
    style.get("font") ?? "",
  );
  const text = style.get("font-size") ?? ofFont?.[1];
  if (text === undefined || text === "inherit") return style.has("font") && text === undefined ? undefined : inherited;
  if (text === "smaller" || text === "larger") return inherited;
  const [, digits, unit = ""] = /^(\d*\.?\d+)([a-z]*|%)$/.exec(text) ?? [];
  if (digits === undefined) return fontKeywords[text];
  if (unit === "em" || unit === "%")
    return inherited === undefined ? undefined : (inherited * Number(digits)) / (unit === "%" ? 100 : 1);
  const scale = pixelsPerUnit[unit];
  return scale === undefined ? undefined : Number(digits) * scale;
}

type Styled = { style: ReadonlyMap<string, string>; attributes: Attributes };

/** A link takes no colour from its parent unless it says so. */
function resolveColor(parent: VisualState, name: string, { style, attributes }: Styled): Color | undefined {
  const isLink = name === "a" && attributes["href"] !== undefined;
  const own =
    style.get("color") ?? (name === "font" ? attributes["color"] : name === "body" ? attributes["text"] : undefined);
  if (own === undefined) return isLink ? linkBlue : parent.color;
  if (own === "inherit" || own === "currentcolor" || own === "unset") return parent.color;
  return own === "initial" ? black : parseColor(own);
}

const noBackground = new Set(["none", "inherit", "initial", "unset", ""]);

function resolveBackground(parent: VisualState, style: ReadonlyMap<string, string>, attributes: Attributes) {
  const shorthand = style.get("background") ?? "";
  const hasImage = [shorthand, style.get("background-image") ?? ""].some((text) => /url\(|gradient\(/.test(text));
  // Nobody knows what an image looks like behind the text.
  if (hasImage || (attributes["background"] ?? "") !== "") return undefined;
  const own = style.get("background-color") ?? (shorthand === "" ? (attributes["bgcolor"] ?? "") : shorthand);
  if (noBackground.has(own)) return parent.background;
  const words = own.match(/[a-z-]+\([^)]*\)|[^\s]+/g) ?? [];
  const color = words.map(parseColor).find((each) => each !== undefined);
  if (color === undefined || (parent.background === undefined && color[3] < 1)) return undefined;
  return blend(color, parent.background ?? white);
}
