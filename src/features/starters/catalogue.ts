import type { ContentSource } from "../../mail/render/content.ts";

export const starterKeys = [
  "newsletter",
  "product-grid",
  "sale",
  "welcome",
  "double-opt-in",
  "abandoned-cart",
  "birthday",
  "plain-letter",
] as const;
export type StarterKey = (typeof starterKeys)[number];

export const starterLanguages = ["cs", "sk", "en"] as const;
export type StarterLanguage = (typeof starterLanguages)[number];

/** One starter in one language. */
export type StarterEmail = {
  readonly name: string;
  readonly subject: string;
  readonly preheader: string;
  readonly mjml: string;
};

export type StarterEmailsByLanguage = Readonly<Record<StarterLanguage, StarterEmail>>;

/** A built-in template. */
export type Starter = {
  readonly key: StarterKey;
  readonly language: StarterLanguage;
  readonly name: string;
  readonly subject: string;
  readonly preheader: string;
  readonly source: ContentSource;
};

/** English for a language without built-in templates. */
export const starterLanguage = (language: string): StarterLanguage =>
  starterLanguages.find((known) => known === language) ?? "en";
