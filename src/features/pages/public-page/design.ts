import { Type, type Static } from "typebox";
import { validation } from "../../../kernel/errors.ts";
import { Color } from "../../../kernel/schema.ts";

const nullable = (schema: { type: string }) => Type.Unsafe<string | null>({ ...schema, type: [schema.type, "null"] });
const NullableAddress = nullable({
  ...Type.String({ pattern: "^https?://[^\\s/?#]\\S*$", maxLength: 2000, description: "http or https" }),
});
const NullableColor = nullable({ ...Color });

/** Text colours are derived from these, so that the contrast is sufficient. */
const properties = {
  logoUrl: NullableAddress,
  accentColor: NullableColor,
  backgroundColor: NullableColor,
};
export const Design = Type.Object(properties);
export const DesignInput = Type.Partial(Design);
export type PageDesign = Static<typeof Design>;

export const emptyDesign: PageDesign = { logoUrl: null, accentColor: null, backgroundColor: null };

/** Applies the given fields to the stored design; unknown fields are dropped. */
export function applyDesignChange(before: PageDesign, change: Static<typeof DesignInput> | undefined): PageDesign {
  if (change === undefined) return before;
  const { logoUrl, accentColor, backgroundColor } = { ...before, ...change };
  if (logoUrl !== null && !URL.canParse(logoUrl)) throw validation("design.logoUrl");
  return { logoUrl, accentColor, backgroundColor };
}

/** Unset values of the page fall back to the shop's brand. */
export const mergeDesigns = (brand: PageDesign, own: PageDesign): PageDesign => ({
  logoUrl: own.logoUrl ?? brand.logoUrl,
  accentColor: own.accentColor ?? brand.accentColor,
  backgroundColor: own.backgroundColor ?? brand.backgroundColor,
});

const hex = /^[0-9a-f]{6}$/;
const bareHex = (color: string | null) => (color ?? "").replace("#", "").toLowerCase();

/** Colours are a separate style sheet: the content security policy forbids inline styles. */
export function themeUrl({ accentColor, backgroundColor }: PageDesign): string | undefined {
  if (accentColor === null && backgroundColor === null) return undefined;
  return `/pages/theme.css?accent=${bareHex(accentColor)}&background=${bareHex(backgroundColor)}`;
}

const surfaceColors = { light: "ffffff", dark: "1b2029" } as const;
const textColors = { light: "1d2430", dark: "e8ebf0" } as const;

/** Invalid colours are ignored. */
export function themeStylesheet(accent: string, background: string): string {
  const rules: string[] = [];
  if (hex.test(accent)) {
    const readable = (scheme: "light" | "dark") =>
      contrast(accent, surfaceColors[scheme]) >= 4.5 ? accent : textColors[scheme];
    const onAccent = contrast(accent, "ffffff") >= contrast(accent, "10141a") ? "ffffff" : "10141a";
    rules.push(`:root { --accent: #${accent}; --on-accent: #${onAccent}; --link: #${readable("light")}; }`);
    rules.push(`@media (prefers-color-scheme: dark) { :root { --link: #${readable("dark")}; } }`);
  }
  if (hex.test(background)) {
    rules.push(`@media not (prefers-color-scheme: dark) { :root { --back: #${background}; } }`);
  }
  return rules.join("\n");
}

/** Contrast ratio of WCAG 2, from 1 (equal) to 21 (black on white). */
function contrast(left: string, right: string): number {
  const [low = 0, high = 0] = [luminance(left), luminance(right)].toSorted((one, other) => one - other);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
