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

const bareHex = (color: string | null) => (color ?? "").replace("#", "").toLowerCase();

/** The content security policy forbids inline styles: colours come from a generated style sheet. */
export function themeUrl({ accentColor, backgroundColor }: PageDesign): string | undefined {
  if (accentColor === null && backgroundColor === null) return undefined;
  return `/pages/theme.css?accent=${bareHex(accentColor)}&background=${bareHex(backgroundColor)}`;
}
