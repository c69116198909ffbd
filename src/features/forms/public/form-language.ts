/** The languages of our own texts in forms, confirmation pages and confirmation e-mails. */
export const formLanguages = ["cs", "sk", "en", "de", "pl", "hu", "ro"] as const;
export type FormLanguage = (typeof formLanguages)[number];

/** The language of our texts in a form of this language; English when there is no translation. */
export const formLanguage = (language: string): FormLanguage =>
  formLanguages.find((known) => known === language) ?? "en";
