import { Type } from "typebox";
import { Flag, Id, Language, Name, NullableTime, Time, NamedObject, named } from "../../../kernel/schema.ts";
import { matching } from "../../../kernel/schema-rules.ts";
import { BaseVersion, draftProperties, NullableBlocks, PageBlocks } from "./page-blocks.ts";

export const maxPageLength = 500_000;
const maxSlugLength = 100;

export const Slug = Type.String({
  ...matching("^[a-z0-9]+(-[a-z0-9]+)*$", "small letters and digits, words joined by -"),
  maxLength: maxSlugLength,
  description: "The URL is /l/<slug>; unique across companies. Derived from the name by default",
  examples: ["spring-sale"],
});

const content = {
  title: Type.String({ maxLength: 200, format: "line" }),
  description: Type.String({ maxLength: 500, format: "line", description: "For search engines and shared links" }),
  language: Language,
  html: Type.String({
    maxLength: maxPageLength,
    description:
      "The body of the page, with style sheets. Scripts, frames and event handlers are removed; form actions may only " +
      "be forms and surveys of this service. Written by hand it replaces the blocks",
  }),
};

const visual = {
  blocks: Type.Optional(
    Type.Unsafe<PageBlocks>({
      ...PageBlocks,
      description: "The visual form; the HTML is made from it, and the draft ends",
    }),
  ),
  ...draftProperties,
};

export const LandingPageInput = NamedObject("LandingPageInput", {
  name: Name,
  slug: Type.Optional(Slug),
  published: Type.Optional(Flag),
  ...Type.Partial(Type.Object(content)).properties,
  ...visual,
});
export const LandingPageChange = named(
  "LandingPageChange",
  Type.Object({
    ...Type.Partial(LandingPageInput).properties,
    baseVersion: BaseVersion,
  }),
);

export const LandingPage = NamedObject("LandingPage", {
  id: Id,
  name: Type.String(),
  slug: Type.String(),
  url: Type.String(),
  published: Flag,
  publishedAt: NullableTime,
  ...content,
  blocks: NullableBlocks,
  draft: NullableBlocks,
  version: Type.Integer({ description: "Grows with each change of the HTML, the blocks or the draft" }),
  createdAt: Time,
  updatedAt: NullableTime,
});

export const LandingPageRow = named("LandingPageRow", Type.Omit(LandingPage, ["html", "blocks", "draft", "version"]));
