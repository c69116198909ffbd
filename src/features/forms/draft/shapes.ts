import { Type, type Static } from "typebox";
import { NamedObject, NullableId, NullableText, NullableTime, named } from "../../../kernel/schema.ts";
import { Form, FormInput, Welcome, WelcomeInput } from "../shapes.ts";

const draftFields = [
  "name",
  "shopId",
  "kind",
  "fields",
  "listIds",
  "purposeId",
  "consentText",
  "title",
  "description",
  "submitLabel",
  "successUrl",
  "confirmedUrl",
  "captcha",
  "popup",
  "design",
  "settings",
  "tags",
] as const;

const Revision = Type.Integer({
  minimum: 0,
  description: "Revision of the draft that the caller knows, 0 for none; left out: any",
});

export const FormDraftContent = NamedObject("FormDraftContent", {
  ...Type.Pick(Form, draftFields).properties,
  welcome: Welcome,
});
export type FormDraftContent = Static<typeof FormDraftContent>;

export const FormDraft = NamedObject("FormDraft", {
  saved: Type.Boolean({ description: "False: there is no draft, and the content is that of the form" }),
  revision: Type.Integer({ minimum: 0, description: "Grows with every save; 0 without a draft" }),
  content: FormDraftContent,
  outOfDate: Type.Boolean({ description: "The form was changed since the draft was begun" }),
  formVersion: Type.Integer({ minimum: 1, description: "Of the form that the draft would replace" }),
  formDigest: Type.String({
    description: "Of everything that the draft would replace; other tags or another welcome e-mail change it too",
  }),
  authorId: NullableId,
  authorName: NullableText(),
  updatedAt: NullableTime,
});

export const FormDraftInput = named(
  "FormDraftInput",
  Type.Object({
    ...Type.Partial(Type.Pick(FormInput, draftFields)).properties,
    welcome: Type.Optional(WelcomeInput),
    revision: Type.Optional(Revision),
  }),
);
export type FormDraftInput = Static<typeof FormDraftInput>;

export const PublishInput = NamedObject("FormPublishInput", {
  revision: Type.Optional(Revision),
  formVersion: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        "The version that an out-of-date draft replaces. It needs it or `formDigest`; after a change of tags or of the welcome e-mail, `formDigest`",
    }),
  ),
  formDigest: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: "`formDigest` of the draft that the caller knows" }),
  ),
});
export type PublishInput = Static<typeof PublishInput>;
