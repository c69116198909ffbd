import { listAllContacts } from "../crash/consistency.ts";
import type { Writers } from "../crash/writers.ts";
import type { PlacedCompany } from "./cluster-product.ts";

/** What was acknowledged and is not there, and totals that are not those of the rows. */
export async function findLosses({ mailing }: PlacedCompany, { written }: Writers) {
  const { rows, totals } = await listAllContacts(mailing.api);
  const statusById = new Map(rows.map(({ id, status }) => [id, status]));
  return {
    unexpected: written.unexpectedAnswers,
    missing: written.acknowledged.filter(({ id }) => !statusById.has(id)),
    subscribedAgain: [...written.unsubscribed].filter((id) => statusById.get(id) !== "unsubscribed"),
    wrongTotals: totals.filter((total) => total !== rows.length),
  };
}

export const noLosses = { unexpected: [], missing: [], subscribedAgain: [], wrongTotals: [] };
