/** What can carry labels; the list grows with the features. */
export const labelKinds = ["contact", "list", "segment", "template", "campaign"] as const;
export type LabelKind = (typeof labelKinds)[number];
