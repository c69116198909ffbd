import { Type, type Static } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import { Count, NullableId, OneOf, NamedObject } from "../../../kernel/schema.ts";
import { spamVerdicts } from "../checks/contract.ts";
import { ContentIssueBody, sourceProperties } from "../versions/shapes.ts";

const { text: _text, ...source } = sourceProperties;

const PreviewInput = NamedObject("ContentPreviewInput", {
  ...source,
  subject: Type.Optional(Type.String({ maxLength: 1000 })),
  preheader: Type.Optional(Type.String({ maxLength: 1000 })),
  shopId: Type.Optional(NullableId),
  footerId: Type.Optional(NullableId),
  contactId: Type.Optional(NullableId),
});
export type PreviewInput = Static<typeof PreviewInput>;

const PreviewAnswer = NamedObject("ContentPreview", {
  subject: Type.String(),
  preheader: Type.String(),
  html: Type.String({ description: "As the contact gets it; blocks have the class `block-<id>`" }),
  mjml: Type.Optional(Type.String({ description: "The MJML of blocks" })),
  bytes: Count,
  issues: Type.Array(ContentIssueBody),
  spam: Type.Object({ score: Type.Number(), verdict: OneOf(spamVerdicts) }),
});

export const previewRoutes = defineRoutes("Content", "content", {
  previewContent: {
    method: "POST",
    path: "/content/preview",
    mcp: "catalog",
    risk: "read",
    summary: "Render content that is not saved, for a contact or else a sample one, by the renderer that sends",
    body: PreviewInput,
    answers: { 200: PreviewAnswer },
    errors: [
      "validation html",
      "validation mjml",
      "validation blocks",
      "validation kind",
      "validation shopId",
      "validation contactId",
      "validation subject",
      "validation preheader",
      "rate_limited template",
    ],
  },
});
