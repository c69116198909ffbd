import type { StarterLanguage } from "./catalogue.ts";

/** One starter in one language. */
export type Letter = {
  readonly name: string;
  readonly subject: string;
  readonly preheader: string;
  readonly mjml: string;
};

export type Letters = Readonly<Record<StarterLanguage, Letter>>;
