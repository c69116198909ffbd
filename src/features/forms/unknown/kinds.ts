/** What a form sends: confirmation e-mails to sign-ups, and the e-mail after the confirmation. */
export const formEmailKinds = ["confirmation", "reminder", "welcome"] as const;
export type FormEmailKind = (typeof formEmailKinds)[number];
