import { Type, type Static } from "typebox";
import {
  Flag,
  Id,
  Name,
  NullableId,
  NullableLanguage,
  NullableTime,
  Time,
  notBlank,
  NamedObject,
  named,
} from "../../../kernel/schema.ts";
import { Design, DesignInput } from "../public-page/design.ts";

const Line = (maxLength: number, description: string) => Type.String({ maxLength, format: "line", description });
const Formatted = Type.String({
  maxLength: 20_000,
  description: "HTML; only text formatting is kept. Empty: the default text in the contact's language",
});
const emptyMeansDefault = "Empty: our own words in the contact's language";

const content = {
  title: Line(200, emptyMeansDefault),
  text: Formatted,
  buttonLabel: Line(100, emptyMeansDefault),
  thanksTitle: Line(200, emptyMeansDefault),
  thanksText: Formatted,
  showLists: Type.Boolean({ description: "Shows the contact's lists with a public name" }),
  askReason: Type.Boolean({ description: "Asks for an optional reason" }),
  reasons: Type.Array(Type.String({ minLength: 1, maxLength: 200, ...notBlank, format: "line" }), {
    maxItems: 10,
    description: "Reasons to choose from, beside free text. Empty: defaults in the contact's language",
  }),
};

const scope = {
  shopId: NullableId,
  language: NullableLanguage,
};

export const UnsubscribePageInput = NamedObject("UnsubscribePageInput", {
  name: Name,
  active: Type.Optional(Flag),
  ...Type.Partial(Type.Object({ ...scope, ...content })).properties,
  design: Type.Optional(DesignInput),
});
export const UnsubscribePageChange = named("UnsubscribePageChange", Type.Partial(UnsubscribePageInput));

export const UnsubscribePage = NamedObject("UnsubscribePage", {
  id: Id,
  name: Type.String(),
  active: Type.Boolean({ description: "Only an active page is shown and can be referenced" }),
  isDefault: Type.Boolean({
    description: "Shown to contacts of its shop and language whose e-mail references no other page",
  }),
  ...scope,
  ...content,
  design: Design,
  createdAt: Time,
  updatedAt: NullableTime,
});

export const UnsubscribePageRow = named(
  "UnsubscribePageRow",
  Type.Omit(UnsubscribePage, ["text", "thanksText", "reasons", "design"]),
);

export const UnsubscribePagePreviewInput = NamedObject("UnsubscribePagePreviewInput", {
  ...UnsubscribePageChange.properties,
});
export const UnsubscribePagePreview = NamedObject("UnsubscribePagePreview", {
  html: Type.String({ description: "The page as a contact sees it, with sample lists" }),
  thanksHtml: Type.String({ description: "The page after the button was pressed" }),
});

export type UnsubscribePageFields = Static<typeof UnsubscribePageChange>;
