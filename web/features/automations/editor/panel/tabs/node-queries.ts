/** What changes when contacts are let go on, or wait until another time. */
export const nodeQueries = [
  "GET /automations/{automation_id}/counts",
  "GET /automations/{automation_id}/runs",
  "GET /automations/{automation_id}/nodes/{key}/passes",
] as const;
