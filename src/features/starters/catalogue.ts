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

/** A template to begin with, made by us. */
export type Starter = {
  readonly key: StarterKey;
  readonly language: StarterLanguage;
  readonly name: string;
  readonly subject: string;
  readonly preheader: string;
  readonly source: ContentSource;
};

/** Languages that we do not write in begin in English. */
export const starterLanguage = (language: string): StarterLanguage =>
  starterLanguages.find((known) => known === language) ?? "en";
