import { Type, type Static } from "typebox";
import { accepts } from "../../../kernel/accepts.ts";
import { validation } from "../../../kernel/errors.ts";
import { Color, webAddressPattern, NamedObject, named } from "../../../kernel/schema.ts";
import type { FontName } from "./fonts.ts";

const nullable = (schema: { type: string }) => Type.Unsafe<string | null>({ ...schema, type: [schema.type, "null"] });
const NullableAddress = nullable({
  ...Type.String({ ...webAddressPattern, maxLength: 2000, description: "http or https" }),
});
const NullableColor = nullable({ ...Color });

/** Text colours are derived from these, so that the contrast is sufficient. */
const properties = {
  logoUrl: NullableAddress,
  accentColor: NullableColor,
  backgroundColor: NullableColor,
};
export const Design = NamedObject("PageDesign", properties);
export const DesignInput = named("PageDesignInput", Type.Partial(Design));
export type PageDesign = Static<typeof Design>;

export const emptyDesign: PageDesign = { logoUrl: null, accentColor: null, backgroundColor: null };

/** Applies the given fields to the stored design; unknown fields are dropped. */
export function applyDesignChange(before: PageDesign, change: Static<typeof DesignInput> | undefined): PageDesign {
  if (change === undefined) return before;
  const { logoUrl, accentColor, backgroundColor } = { ...before, ...change };
  if (logoUrl !== null && !URL.canParse(logoUrl)) throw validation("design.logoUrl", accepts.webAddress);
  return { logoUrl, accentColor, backgroundColor };
}

/** Unset values of the page fall back to the shop's brand. */
export const mergeDesigns = (brand: PageDesign, own: PageDesign): PageDesign => ({
  logoUrl: own.logoUrl ?? brand.logoUrl,
  accentColor: own.accentColor ?? brand.accentColor,
  backgroundColor: own.backgroundColor ?? brand.backgroundColor,
});

/** A design with the choices that only some kinds of pages offer; null: our own. */
export type PageStyle = PageDesign & {
  readonly imageUrl?: string | null;
  readonly font?: FontName | null;
  /** Radius of corners, in pixels. */
  readonly radius?: number | null;
  /** Width of the card, in pixels. */
  readonly width?: number | null;
};

const bareHex = (color: string | null) => (color ?? "").replace("#", "").toLowerCase();

/** The content security policy forbids inline styles: the design comes from a generated style sheet. */
export function themeUrl({ accentColor, backgroundColor, font, radius, width }: PageStyle): string | undefined {
  const shape = { font, radius, width };
  const extra = Object.entries(shape).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [`&${name}=${value}`],
  );
  if (accentColor === null && backgroundColor === null && extra.length === 0) return undefined;
  return `/pages/theme.css?accent=${bareHex(accentColor)}&background=${bareHex(backgroundColor)}${extra.join("")}`;
}
