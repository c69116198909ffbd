/** An order in the format that shops send. */
export const anOrder = ({ shopId }: { shopId: string }, fields: Record<string, unknown> = {}) => ({
  shopId,
  externalId: "2026-001",
  email: "Jana.Nova@Example.com",
  state: "Vyřízeno",
  currency: "CZK",
  total: "1290.50",
  createdAt: "2026-03-01T10:00:00.000Z",
  ...fields,
});
