import { Type, type Static } from "typebox";
import type { Context } from "../../../context.ts";
import { accepts } from "../../../kernel/accepts.ts";
import { validation } from "../../../kernel/errors.ts";
import { NullableInteger, NullableOneOf, NullableText } from "../../../kernel/schema.ts";
import { findFileByKey } from "../../files/queries.ts";
import { applyDesignChange, Design, emptyDesign, mergeDesigns, type PageDesign } from "./design.ts";
import { fontNames, type FontName } from "./fonts.ts";

const pixels = (minimum: number, maximum: number, description: string) =>
  Type.Unsafe<number | null>({ ...NullableInteger, minimum, maximum, description: `${description}; null: our own` });

/** Plain values: nothing that a company writes becomes a rule of a style sheet. */
export const styledProperties = {
  ...Design.properties,
  imageUrl: Type.Unsafe<string | null>({ ...NullableText(2000), description: "The `url` of an image of this company" }),
  font: Type.Unsafe<FontName | null>({
    ...NullableOneOf(fontNames),
    description: "A font that devices have; null: our own",
  }),
  radius: pixels(0, 40, "Of corners, in pixels"),
  width: pixels(240, 800, "Of the page's card, in pixels"),
};

const Styled = Type.Object(styledProperties);
export type StyledDesign = Static<typeof Styled>;

export const emptyStyledDesign: StyledDesign = {
  ...emptyDesign,
  imageUrl: null,
  font: null,
  radius: null,
  width: null,
};

/** Applies the given fields to the stored design; unknown fields are dropped. */
export async function applyStyledDesign(
  ctx: Pick<Context, "db" | "publicUrl">,
  before: StyledDesign,
  change: Partial<StyledDesign> | undefined,
): Promise<StyledDesign> {
  if (change === undefined) return before;
  const { imageUrl, font, radius, width } = { ...before, ...change };
  if (typeof change.imageUrl === "string" && !(await isOwnImage(ctx, change.imageUrl)))
    throw validation("design.imageUrl", accepts.ownImage);
  return { ...applyDesignChange(before, change), imageUrl, font, radius, width };
}

async function isOwnImage({ db, publicUrl }: Pick<Context, "db" | "publicUrl">, url: string): Promise<boolean> {
  const [, key = ""] = url.startsWith(`${publicUrl}/files/`) ? (/\/files\/([\w-]+)(?:\?w=\d+)?$/.exec(url) ?? []) : [];
  const file = key === "" ? undefined : await findFileByKey(db, key);
  return file?.mediaType.startsWith("image/") === true;
}

/** Unset colours and logo fall back to the shop's brand. */
export const withBrand = (brand: PageDesign, own: StyledDesign): StyledDesign => ({
  ...own,
  ...mergeDesigns(brand, own),
});
