import type { StarterLanguage } from "./catalogue.ts";

/** One starter in one language. */
export type StarterEmail = {
  readonly name: string;
  readonly subject: string;
  readonly preheader: string;
  readonly mjml: string;
};

export type StarterEmailsByLanguage = Readonly<Record<StarterLanguage, StarterEmail>>;
