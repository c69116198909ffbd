/** The tabs of the editor in their order. */
export const tabNames = ["content", "look", "consent", "display", "after"] as const;
export type TabName = (typeof tabNames)[number];

const tabsByField: Readonly<Record<string, TabName>> = {
  name: "content",
  title: "content",
  description: "content",
  fields: "content",
  submitLabel: "content",
  design: "look",
  purposeId: "consent",
  consentText: "consent",
  kind: "display",
  popup: "display",
};

/** The tab with the value that a refusal names, such as `fields.0.label`. */
export const findTab = (word: string): TabName => tabsByField[word.split(".")[0] ?? ""] ?? "after";
