/** Czech customers who bought at least twice, were active in the last 90 days, and are not on the list 12. */
export const segmentExample = {
  type: "group",
  match: "all",
  rules: [
    { type: "field", field: "country", operator: "eq", value: "CZ" },
    { type: "order_count", operator: "gte", count: "2" },
    {
      type: "group",
      match: "any",
      rules: [
        { type: "field", field: "lastOpenAt", operator: "in_last_days", value: "90" },
        { type: "field", field: "lastClickAt", operator: "in_last_days", value: "90" },
      ],
    },
    { type: "list", operator: "not_in", listId: "12" },
  ],
} as const;

/** A welcome series: an e-mail at once, a second one after three days for those who did not click. */
export const graphExample = {
  nodes: [
    { id: "start", type: "subscribed", config: {} },
    { id: "welcome", type: "email", config: { senderId: "3", subject: "Welcome", templateId: "7" } },
    { id: "pause", type: "wait", config: { spec: { kind: "delay", amount: 3, unit: "days" } } },
    {
      id: "clicked",
      type: "condition",
      config: {
        definition: {
          type: "group",
          match: "all",
          rules: [{ type: "field", field: "lastClickAt", operator: "in_last_days", value: "3" }],
        },
      },
    },
    { id: "reminder", type: "email", config: { senderId: "3", subject: "Our best offers", templateId: "8" } },
    { id: "done", type: "end" },
  ],
  edges: [
    { from: "start", to: "welcome" },
    { from: "welcome", to: "pause" },
    { from: "pause", to: "clicked" },
    { from: "clicked", output: "yes", to: "done" },
    { from: "clicked", output: "no", to: "reminder" },
    { from: "reminder", to: "done" },
  ],
} as const;

/** Shown by `api_describe` with the operations that take them. */
export const exampleArguments: Readonly<Record<string, object>> = {
  previewSegment: { definition: segmentExample },
  createSegment: { definition: segmentExample },
  updateSegment: { definition: segmentExample },
  validateGraph: { graph: graphExample },
  saveAutomationGraph: { graph: graphExample },
  createAutomation: { graph: graphExample },
};
