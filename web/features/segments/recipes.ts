const all = (...rules: object[]) => ({ type: "group", match: "all", rules });

/** Definitions to start with. */
export const recipes = [
  { key: "recent", definition: all({ type: "last_order", operator: "in_last_days", days: "90" }) },
  {
    key: "sleeping",
    definition: all(
      { type: "order_count", operator: "gte", count: "1" },
      { type: "last_order", operator: "not_in_last_days", days: "180" },
    ),
  },
  { key: "active", definition: all({ type: "engagement", operator: "in", value: "A,B" }) },
] as const;
