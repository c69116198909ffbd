import { Type, type Static } from "typebox";
import { Blocks } from "../../../mail/render/blocks.ts";
import { AnyObject, Count, Id, NullableId, NullableText, OneOf, Time, NamedObject } from "../../../kernel/schema.ts";

export const contentKinds = ["html", "mjml", "blocks"] as const;
export type ContentKind = (typeof contentKinds)[number];

/** Maximum size of the compiled HTML in bytes: mail clients cut off longer e-mails (part 8). */
export const maxHtmlBytes = 102_000;

/** Maximum size of the text part in bytes. */
export const maxTextBytes = 102_000;

/** No source within the HTML limit is longer; the limit bounds the work of the compiler. */
export const maxSourceBytes = 500_000;

/** One of the sources; `kind` selects one, so that a response can be sent back unchanged. */
export const sourceProperties = {
  kind: Type.Optional(OneOf(contentKinds)),
  html: Type.Optional(Type.String({ description: `HTML with merge tags, at most ${maxHtmlBytes} bytes` })),
  mjml: Type.Optional(Type.String({ description: "MJML; the limit applies to the compiled HTML" })),
  blocks: Type.Optional(Blocks),
  text: Type.Optional(
    Type.Unsafe<string | null>({
      type: ["string", "null"],
      description: "Text part; null: generated from the HTML",
    }),
  ),
};

export const SourceInput = NamedObject("SourceInput", sourceProperties);
export type SourceInput = Static<typeof SourceInput>;

export const ContentWrite = NamedObject("ContentWrite", {
  ...sourceProperties,
  baseVersion: Type.Integer({
    minimum: 0,
    description: "The version that this edit is based on; another current version is a conflict",
  }),
});
export type ContentWrite = Static<typeof ContentWrite>;

export const ContentIssueBody = NamedObject("ContentIssueBody", {
  code: Type.String(),
  severity: OneOf(["error", "warning"]),
  line: Type.Optional(Type.Integer()),
  column: Type.Optional(Type.Integer()),
  params: AnyObject,
});

const contentProperties = {
  version: Count,
  kind: OneOf(contentKinds),
  html: Type.String({ description: "Always the compiled HTML" }),
  mjml: Type.Optional(Type.String()),
  blocks: Type.Optional(AnyObject),
  text: NullableText(maxTextBytes),
};

export const Content = NamedObject("EmailContent", contentProperties);
export type Content = Static<typeof Content>;

export const SavedContent = NamedObject("SavedContent", {
  ...contentProperties,
  hasDraft: Type.Boolean({ description: "Saved, and sent only when published" }),
  issues: Type.Array(ContentIssueBody),
});

const versionProperties = {
  id: Id,
  version: Count,
  kind: OneOf(contentKinds),
  bytes: Type.Integer({ minimum: 0, description: "Size of the compiled HTML" }),
  createdAt: Time,
  authorId: NullableId,
  authorName: NullableText(),
  current: Type.Boolean({ description: "The draft version" }),
  published: Type.Boolean({ description: "The published version" }),
};

export const VersionRow = NamedObject("ContentVersionRow", versionProperties);
export const Version = NamedObject("ContentVersion", { ...versionProperties, content: Content });
