import { Type } from "typebox";
import {
  Flag,
  Id,
  Name,
  NullableId,
  NullableLine,
  NullableText,
  NullableTime,
  OneOf,
  Time,
  NamedObject,
} from "../../../kernel/schema.ts";
import { Tags } from "../../labels/shapes.ts";
import { starterKeys, starterLanguages } from "../../starters/catalogue.ts";
import { Content, contentKinds, sourceProperties } from "../versions/shapes.ts";

const settings = {
  shopId: Type.Optional(NullableId),
  description: Type.Optional(NullableText(5000)),
  subject: Type.Optional(NullableLine(500)),
  preheader: Type.Optional(NullableLine(500)),
  footerId: Type.Optional(NullableId),
  unsubscribePageId: Type.Optional(NullableId),
  tags: Type.Optional(Tags),
};

export const TemplateInput = NamedObject("TemplateInput", {
  name: Name,
  ...settings,
  ...sourceProperties,
  starter: Type.Optional(
    Type.Unsafe<(typeof starterKeys)[number]>({
      type: "string",
      enum: [...starterKeys],
      description: "Start with a built-in template (GET /templates/starters) instead of own content",
    }),
  ),
  language: Type.Optional(
    Type.Unsafe<(typeof starterLanguages)[number]>({
      type: "string",
      enum: [...starterLanguages],
      description: "Language of the starter; by default that of the shop or the company",
    }),
  ),
});

export const TemplateChange = NamedObject("TemplateChange", { name: Type.Optional(Name), ...settings });

const rowProperties = {
  id: Id,
  name: Type.String(),
  description: Type.String(),
  shopId: NullableId,
  kind: OneOf(contentKinds),
  subject: Type.String(),
  preheader: Type.String(),
  footerId: NullableId,
  unsubscribePageId: NullableId,
  tags: Type.Array(Type.String()),
  archived: Flag,
  archivedAt: NullableTime,
  version: Type.Integer({ description: "The draft version: the `baseVersion` of the next save" }),
  publishedVersion: Type.Integer({ description: "The published version" }),
  hasDraft: Type.Boolean({ description: "Edited while an active automation sends it, and not published yet" }),
  bytes: Type.Integer({ minimum: 0, description: "Size of the compiled HTML" }),
  createdAt: Time,
  updatedAt: Time,
};

export const TemplateRow = NamedObject("TemplateRow", rowProperties);

export const ContentUses = Type.Array(
  Type.Object({ kind: OneOf(["campaign", "automation", "form", "template"]), id: Id, active: Flag }),
  { description: "Objects that use it; they prevent its deletion" },
);

export const Template = NamedObject("Template", { ...rowProperties, uses: ContentUses, content: Content });

export const StarterRow = NamedObject("StarterRow", {
  key: OneOf(starterKeys),
  language: OneOf(starterLanguages),
  name: Type.String(),
  subject: Type.String(),
  preheader: Type.String(),
  kind: OneOf(contentKinds),
  html: Type.String(),
});

export const TemplateCopyInput = NamedObject("TemplateCopyInput", { name: Type.Optional(Name) });
export const TemplateConvertInput = NamedObject("TemplateConvertInput", {
  baseVersion: Type.Optional(
    Type.Integer({ minimum: 0, description: "The version that was read; another current version is a conflict" }),
  ),
});
