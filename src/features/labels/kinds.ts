/** Kinds of objects that can have labels. */
export const labelKinds = ["contact", "list", "segment", "template", "campaign", "automation", "form"] as const;
export type LabelKind = (typeof labelKinds)[number];
