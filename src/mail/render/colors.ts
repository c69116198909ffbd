/** Red, green and blue from 0 to 255, and opacity from 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number];

export const white: Color = [255, 255, 255, 1];
export const black: Color = [0, 0, 0, 1];
/** The colour of links that have none of their own. */
export const linkBlue: Color = [0, 0, 238, 1];

const named: Readonly<Record<string, string>> = {
  aqua: "00ffff",
  beige: "f5f5dc",
  black: "000000",
  blue: "0000ff",
  brown: "a52a2a",
  crimson: "dc143c",
  cyan: "00ffff",
  darkblue: "00008b",
  darkgray: "a9a9a9",
  darkgreen: "006400",
  darkgrey: "a9a9a9",
  darkred: "8b0000",
  dimgray: "696969",
  dimgrey: "696969",
  fuchsia: "ff00ff",
  gainsboro: "dcdcdc",
  gold: "ffd700",
  gray: "808080",
  green: "008000",
  grey: "808080",
  indigo: "4b0082",
  ivory: "fffff0",
  lightblue: "add8e6",
  lightgray: "d3d3d3",
  lightgrey: "d3d3d3",
  lime: "00ff00",
  linen: "faf0e6",
  magenta: "ff00ff",
  maroon: "800000",
  navy: "000080",
  olive: "808000",
  orange: "ffa500",
  pink: "ffc0cb",
  purple: "800080",
  red: "ff0000",
  silver: "c0c0c0",
  slategray: "708090",
  snow: "fffafa",
  teal: "008080",
  tomato: "ff6347",
  white: "ffffff",
  whitesmoke: "f5f5f5",
  yellow: "ffff00",
};

/** Undefined for invalid colours and for those that depend on the rest of the style sheet (`var()`, `color-mix()`). */
export function parseColor(text: string): Color | undefined {
  const value = text.trim().toLowerCase();
  if (value === "transparent") return [0, 0, 0, 0];
  const hex = named[value] ?? /^#?([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.exec(value)?.[1];
  if (hex !== undefined) return fromHex(hex);
  const [, parts] = /^rgba?\(([^()]*)\)$/.exec(value) ?? [];
  return parts === undefined ? undefined : fromParts(parts.split(/[\s,/]+/).filter((part) => part !== ""));
}

function fromHex(hex: string): Color {
  const size = hex.length <= 4 ? 1 : 2;
  const digits = (index: number) => hex.slice(index * size, index * size + size).repeat(3 - size);
  const byte = (index: number) => Number.parseInt(digits(index), 16);
  return [byte(0), byte(1), byte(2), hex.length % 4 === 0 ? byte(3) / 255 : 1];
}

function fromParts(parts: readonly string[]): Color | undefined {
  const numbers = parts.map((part, index) => {
    const number = Number.parseFloat(part);
    return part.endsWith("%") ? (number / 100) * (index === 3 ? 1 : 255) : number;
  });
  const [red, green, blue, alpha = 1] = numbers;
  if (red === undefined || green === undefined || blue === undefined || numbers.some(Number.isNaN)) return undefined;
  return [red, green, blue, alpha];
}

/** The colour that is seen where `top` lies on an opaque colour. */
export function blend([red, green, blue, alpha]: Color, bottom: Color): Color {
  const mix = (over: number, under: number) => over * alpha + under * (1 - alpha);
  return [mix(red, bottom[0]), mix(green, bottom[1]), mix(blue, bottom[2]), 1];
}

/** Contrast of two opaque colours by WCAG: from 1 for equal ones to 21. */
export function contrast(left: Color, right: Color): number {
  const [light, dark] = [luminance(left), luminance(right)].toSorted((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function luminance([red, green, blue]: Color): number {
  const linear = (byte: number) => {
    const share = byte / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
