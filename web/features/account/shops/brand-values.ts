import { toEmailLook } from "../../../../src/kernel/brand-look.ts";
import type { OutputOf } from "../../../api/operations.ts";

export type Brand = OutputOf<"GET /shops/{shop_id}/brand">;

/** An empty text is null in the API. */
export type BrandValues = Record<Exclude<keyof Brand, "socials">, string> & { socials: Brand["socials"] };

const colorOrNull = (text: string) => (/^#[\da-f]{6}$/i.test(text) ? text : null);

/** The look of e-mails in these colours; a colour that is half typed counts as none. */
export const toLook = ({ primaryColor, textColor, backgroundColor, font }: BrandValues) =>
  toEmailLook({
    primaryColor: colorOrNull(primaryColor),
    textColor: colorOrNull(textColor),
    backgroundColor: colorOrNull(backgroundColor),
    font: font === "" ? null : font,
  });

export const secondaryColorOf = ({ secondaryColor }: BrandValues) => colorOrNull(secondaryColor);
