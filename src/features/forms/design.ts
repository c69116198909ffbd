import { Type, type Static } from "typebox";
import type { Context } from "../../context.ts";
import { accepts } from "../../kernel/accepts.ts";
import { validation } from "../../kernel/errors.ts";
import { NullableInteger, NullableOneOf, NullableText, NamedObject, named } from "../../kernel/schema.ts";
import { findFileByKey } from "../files/queries.ts";
import { applyDesignChange, Design, emptyDesign, mergeDesigns, type PageDesign } from "../pages/public-page/design.ts";
import { fontNames, type FontName } from "../pages/public-page/fonts.ts";

const pixels = (minimum: number, maximum: number, description: string) =>
  Type.Unsafe<number | null>({ ...NullableInteger, minimum, maximum, description: `${description}; null: our own` });

/** Plain values: nothing that a company writes becomes a rule of a style sheet. */
export const FormDesign = NamedObject("FormDesign", {
  ...Design.properties,
  imageUrl: Type.Unsafe<string | null>({ ...NullableText(2000), description: "The `url` of an image of this company" }),
  font: Type.Unsafe<FontName | null>({
    ...NullableOneOf(fontNames),
    description: "A font that devices have; null: our own",
  }),
  radius: pixels(0, 40, "Of corners, in pixels"),
  width: pixels(240, 800, "Of the form, in pixels"),
});
export const FormDesignInput = named("FormDesignInput", Type.Partial(FormDesign));
export type FormDesign = Static<typeof FormDesign>;

export const emptyFormDesign: FormDesign = { ...emptyDesign, imageUrl: null, font: null, radius: null, width: null };

/** Applies the given fields to the stored design; unknown fields are dropped. */
export async function applyFormDesign(
  ctx: Pick<Context, "db" | "publicUrl">,
  before: FormDesign,
  change: Static<typeof FormDesignInput> | undefined,
): Promise<FormDesign> {
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
export const withBrand = (brand: PageDesign, own: FormDesign): FormDesign => ({ ...own, ...mergeDesigns(brand, own) });
