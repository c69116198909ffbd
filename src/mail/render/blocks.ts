import { Type, type Static } from "typebox";
import { maxCardLabel } from "./product-cards.ts";
import { Color, Flag, OneOf, mergeKeyPattern, idPattern, Language, NamedObject, named } from "../../kernel/schema.ts";

/**
 * The visual form of an e-mail: sections of columns of blocks. Sizes are in pixels, column widths in per cent; texts
 * and addresses may contain merge tags. Omitted properties use the e-mail's settings.
 */
const Pixels = (maximum: number) => Type.Integer({ minimum: 0, maximum });
const Address = Type.String({ maxLength: 2000, description: "Web address, mailto:, tel: or a merge tag" });
const Align = OneOf(["left", "center", "right"]);
const Padding = named(
  "Padding",
  Type.Object(
    { top: Pixels(200), right: Pixels(200), bottom: Pixels(200), left: Pixels(200) },
    { description: "Space around, pixels" },
  ),
);
const Html = Type.String({ maxLength: 100_000 });
const Line = Type.String({ maxLength: 500 });
const Mjml = Type.String({ maxLength: 100_000, description: "Copy of the element's MJML" });
const shared = {
  id: Type.Optional(Type.String({ maxLength: 60, description: "The editor's own mark" })),
  padding: Type.Optional(Padding),
  backgroundColor: Type.Optional(Color),
};
const type = { fontSize: Type.Optional(Type.Integer({ minimum: 8, maximum: 96 })), color: Type.Optional(Color) };
const align = { align: Type.Optional(Align) };
const buttonLook = {
  buttonColor: Type.Optional(Color),
  buttonTextColor: Type.Optional(Color),
  radius: Type.Optional(Pixels(60)),
};

export const socialNetworks = [
  "facebook",
  "instagram",
  "x",
  "linkedin",
  "youtube",
  "tiktok",
  "pinterest",
  "threads",
  "web",
] as const;

export const TextBlock = NamedObject("TextBlock", {
  kind: Type.Literal("text"),
  ...shared,
  ...type,
  ...align,
  html: Html,
  lineHeight: Type.Optional(Type.Number({ minimum: 0.8, maximum: 3 })),
});
export const ImageBlock = NamedObject("ImageBlock", {
  kind: Type.Literal("image"),
  ...shared,
  ...align,
  src: Address,
  alt: Line,
  href: Type.Optional(Address),
  width: Type.Optional(Type.Integer({ minimum: 1, maximum: 1200 })),
  radius: Type.Optional(Pixels(600)),
});
export const ButtonBlock = NamedObject("ButtonBlock", {
  kind: Type.Literal("button"),
  ...shared,
  ...align,
  ...buttonLook,
  label: Line,
  href: Address,
  fontSize: Type.Optional(Type.Integer({ minimum: 8, maximum: 96 })),
  fullWidth: Type.Optional(Flag),
});
export const DividerBlock = NamedObject("DividerBlock", {
  kind: Type.Literal("divider"),
  ...shared,
  color: Type.Optional(Color),
  thickness: Type.Optional(Type.Integer({ minimum: 1, maximum: 40 })),
  style: Type.Optional(OneOf(["solid", "dashed", "dotted"])),
});
export const SpacerBlock = NamedObject("SpacerBlock", {
  kind: Type.Literal("spacer"),
  ...shared,
  height: Type.Integer({ minimum: 1, maximum: 400 }),
});
export const SocialBlock = NamedObject("SocialBlock", {
  kind: Type.Literal("social"),
  ...shared,
  ...align,
  ...type,
  items: Type.Array(
    Type.Object({
      network: OneOf(socialNetworks),
      href: Address,
      iconUrl: Type.Optional(Address),
      label: Type.Optional(Line),
    }),
    { minItems: 1, maxItems: 20 },
  ),
});
export const ProductBlock = NamedObject("ProductBlock", {
  kind: Type.Literal("product"),
  ...shared,
  ...align,
  ...buttonLook,
  name: Line,
  href: Address,
  imageUrl: Type.Optional(Address),
  description: Type.Optional(Html),
  price: Type.Optional(Line),
  oldPrice: Type.Optional(Line),
  buttonLabel: Type.Optional(Line),
});
export const CouponBlock = NamedObject("CouponBlock", {
  kind: Type.Literal("coupon"),
  ...shared,
  ...type,
  mergeKey: Type.String({ ...mergeKeyPattern, description: "Merge key of the coupon stack" }),
  label: Type.Optional(Line),
  note: Type.Optional(Line),
});
const feedItems = {
  ...shared,
  feedId: Type.String({ ...idPattern, description: "Feed of the company" }),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 12 })),
  heading: Type.Optional(
    Type.String({ maxLength: 500, description: "Above the items; without items there is neither of them" }),
  ),
  required: Type.Optional(
    Type.Boolean({ description: "Recipients for whom there is nothing to show get no e-mail (skipped: no_items)" }),
  ),
};
const FeedItemIds = Type.Array(Type.String({ ...idPattern }), {
  minItems: 1,
  maxItems: 12,
  description: "Chosen items, in this order; the other ways to choose are ignored",
});
export const ProductsBlock = NamedObject("ProductsBlock", {
  kind: Type.Literal("products"),
  ...feedItems,
  ids: Type.Optional(FeedItemIds),
  order: Type.Optional(OneOf(["feed", "newest", "cheapest", "last_category"])),
  category: Type.Optional(
    Type.String({ maxLength: 150, description: "Only products of this category: its path or the last step of it" }),
  ),
  columns: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 4,
      description: "Cards beside each other; without it a list with small images",
    }),
  ),
  ...buttonLook,
  buttonLabel: Type.Optional(
    Type.String({ maxLength: maxCardLabel, description: "A button on each card; without it there is none" }),
  ),
});
export const ArticlesBlock = NamedObject("ArticlesBlock", { kind: Type.Literal("articles"), ...feedItems });
export const FormBlock = NamedObject("FormBlock", {
  kind: Type.Literal("form"),
  ...shared,
  ...align,
  ...buttonLook,
  formId: Type.String({ ...idPattern, description: "Sign-up form of the company" }),
  href: Type.String({ ...Address, description: "Its public page: an e-mail has a button that leads there" }),
  label: Type.String({ maxLength: 500, description: "Of the button" }),
});
export const HtmlBlock = NamedObject("HtmlBlock", { kind: Type.Literal("html"), ...shared, html: Html });
export const ElementBlock = NamedObject("ElementBlock", {
  kind: Type.Literal("element"),
  id: Type.Optional(Type.String({ maxLength: 60 })),
  elementId: Type.String({ ...idPattern, description: "Saved editor element" }),
  mjml: Mjml,
});

export const Block = named(
  "EmailBlock",
  Type.Union([
    TextBlock,
    ImageBlock,
    ButtonBlock,
    DividerBlock,
    SpacerBlock,
    SocialBlock,
    ProductBlock,
    CouponBlock,
    ProductsBlock,
    ArticlesBlock,
    FormBlock,
    HtmlBlock,
    ElementBlock,
  ]),
);

export const columnFields = {
  ...shared,
  width: Type.Optional(Type.Integer({ minimum: 5, maximum: 100, description: "Per cent of the section" })),
  verticalAlign: Type.Optional(OneOf(["top", "middle", "bottom"])),
};
export const Column = NamedObject("EmailColumn", {
  ...columnFields,
  blocks: Type.Array(Block, { maxItems: 100 }),
});

export const sectionFields = {
  kind: Type.Literal("section"),
  ...shared,
  backgroundImage: Type.Optional(Address),
  fullWidth: Type.Optional(Flag),
  stackOnMobile: Type.Optional(Flag),
};
export const Section = NamedObject("EmailSection", {
  ...sectionFields,
  columns: Type.Array(Column, { minItems: 1, maxItems: 6 }),
});

export const fonts = ["arial", "helvetica", "verdana", "tahoma", "trebuchet", "georgia", "times", "courier"] as const;

export const BlockSettings = NamedObject("EmailBlockSettings", {
  language: Type.Optional(Language),
  title: Type.Optional(Line),
  width: Type.Optional(Type.Integer({ minimum: 320, maximum: 1000 })),
  backgroundColor: Type.Optional(Color),
  contentColor: Type.Optional(Color),
  textColor: Type.Optional(Color),
  linkColor: Type.Optional(Color),
  buttonColor: Type.Optional(Color),
  buttonTextColor: Type.Optional(Color),
  font: Type.Optional(OneOf(fonts)),
  fontSize: Type.Optional(Type.Integer({ minimum: 8, maximum: 48 })),
});

/** Sections, or saved elements that contain sections. */
export const Blocks = NamedObject("EmailBlocks", {
  settings: Type.Optional(BlockSettings),
  sections: Type.Array(Type.Union([Section, ElementBlock]), { maxItems: 200 }),
});

export type Blocks = Static<typeof Blocks>;
