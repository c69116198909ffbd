/** `vocative` is null where the language has none; `nameDay` is null for a name that its calendar does not hold. */
export type FirstName = { readonly name: string; readonly vocative: string | null; readonly nameDay: string | null };

export type LastName = {
  readonly male: string;
  readonly female: string;
  /** How a man is addressed; a woman's surname stays as it is. */
  readonly maleVocative: string;
};
