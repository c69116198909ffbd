import { Type, type Static } from "typebox";
import { Flag, Id, Name, NullableId, NullableLanguage, NullableTime, Time } from "../../../kernel/schema.ts";
import { Design, DesignInput } from "../public-page/design.ts";

const Line = (maxLength: number, description: string) => Type.String({ maxLength, format: "line", description });
const Formatted = Type.String({
  maxLength: 20_000,
  description: "HTML; only what formats text is kept. Empty: our own words in the contact's language",
});
const emptyMeansDefault = "Empty: our own words in the contact's language";

const content = {
  title: Line(200, emptyMeansDefault),
  text: Formatted,
  buttonLabel: Line(100, emptyMeansDefault),
  thanksTitle: Line(200, emptyMeansDefault),
  thanksText: Formatted,
  showLists: Type.Boolean({ description: "Lets people choose among the lists with a public name that they are in" }),
  askReason: Type.Boolean({ description: "Asks why, beside the button; nobody has to answer" }),
  reasons: Type.Array(Type.String({ minLength: 1, maxLength: 200, pattern: "\\S", format: "line" }), {
    maxItems: 10,
    description: "Answers to choose from, beside a text of one's own. Empty: our own in the contact's language",
  }),
};

const scope = {
  shopId: NullableId,
  language: NullableLanguage,
};

export const UnsubscribePageInput = Type.Object({
  name: Name,
  active: Type.Optional(Flag),
  ...Type.Partial(Type.Object({ ...scope, ...content })).properties,
  design: Type.Optional(DesignInput),
});
export const UnsubscribePageChange = Type.Partial(UnsubscribePageInput);

export const UnsubscribePage = Type.Object({
  id: Id,
  name: Type.String(),
  active: Type.Boolean({ description: "Only an active page is shown and can be named" }),
  isDefault: Type.Boolean({ description: "Shown to contacts of its shop and language whose e-mail names no other" }),
  ...scope,
  ...content,
  design: Design,
  createdAt: Time,
  updatedAt: NullableTime,
});

export const UnsubscribePageRow = Type.Omit(UnsubscribePage, ["text", "thanksText", "reasons", "design"]);

export const UnsubscribePagePreviewInput = Type.Object({ ...UnsubscribePageChange.properties });
export const UnsubscribePagePreview = Type.Object({
  html: Type.String({ description: "The page as a contact would see it, with lists that serve as examples" }),
  thanksHtml: Type.String({ description: "What is shown after the button was pressed" }),
});

export type UnsubscribePageFields = Static<typeof UnsubscribePageChange>;
