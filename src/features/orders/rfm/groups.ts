/** Groups in the order of the answer. */
export const rfmGroups = [
  "champions",
  "loyal",
  "potential_loyalists",
  "new_customers",
  "promising",
  "need_attention",
  "about_to_sleep",
  "at_risk",
  "cannot_lose",
  "hibernating",
  "lost",
] as const;

export type RfmGroup = (typeof rfmGroups)[number];
