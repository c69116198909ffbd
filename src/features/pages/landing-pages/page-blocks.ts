import { Type, type Static } from "typebox";
import { NamedObject, named } from "../../../kernel/schema.ts";
import * as email from "../../../mail/render/blocks.ts";

/** The blocks of e-mails that a page can show to every visitor: nothing of a contact, no merge tags. */
const PageBlock = named(
  "PageBlock",
  Type.Union([
    email.TextBlock,
    email.ImageBlock,
    email.ButtonBlock,
    email.DividerBlock,
    email.SpacerBlock,
    email.SocialBlock,
    email.ProductBlock,
    email.FormBlock,
    email.HtmlBlock,
  ]),
);

const PageColumn = NamedObject("PageColumn", {
  ...email.columnFields,
  blocks: Type.Array(PageBlock, { maxItems: 100 }),
});

const PageSection = NamedObject("PageSection", {
  ...email.sectionFields,
  columns: Type.Array(PageColumn, { minItems: 1, maxItems: 6 }),
});

export const PageBlocks = NamedObject("PageBlocks", {
  settings: Type.Optional(email.BlockSettings),
  sections: Type.Array(PageSection, { maxItems: 200 }),
});

export type PageBlocks = Static<typeof PageBlocks>;
export const NullableBlocks = Type.Unsafe<PageBlocks | null>({ anyOf: [PageBlocks, { type: "null" }] });

/** Fields of a content that is edited as a draft until it is published. */
export const draftProperties = {
  draft: Type.Optional(
    Type.Unsafe<PageBlocks | null>({
      ...NullableBlocks,
      description: "Blocks that are being edited: visitors do not see them",
    }),
  ),
};
export const BaseVersion = Type.Optional(
  Type.Integer({ minimum: 1, description: "Refuses the change if the content has another version by now" }),
);

export type PageBlock = Static<typeof PageBlock>;
export type PageColumn = Static<typeof PageColumn>;
export type PageSection = Static<typeof PageSection>;
