/** `vocative` is null in languages without one; `nameDay` is null for a name outside the calendar. */
export type FirstName = { readonly name: string; readonly vocative: string | null; readonly nameDay: string | null };

export type LastName = {
  readonly male: string;
  readonly female: string;
  /** The male vocative; a female surname does not change. */
  readonly maleVocative: string;
};
