import type { SystemDb } from "../../../db/tenant.ts";
import { addMs, days } from "../../../kernel/local-time.ts";
import { parseDmarcReport } from "./parse-report.ts";
import * as queries from "./queries.ts";
import { unpackReport } from "./unpack-report.ts";

export type ReceiveOutcome = "stored" | "duplicate" | "no_owner" | "unreadable";

/** Whoever can send us mail can send reports; so many of a domain in a day are enough for all mailbox providers. */
const maxReportsPerDay = 1000;

/**
 * An attachment of a report's mail. Kept for the companies that proved the domain to be theirs: those that sign for it,
 * and those whose address for reports stands in its DNS. What came before is not kept again.
 */
export async function receiveDmarcReport(db: SystemDb, content: Uint8Array, at: Date): Promise<ReceiveOutcome> {
  const xml = await unpackReport(content);
  const report = xml && (await parseDmarcReport(xml));
  if (report === undefined || report.endsAt > addMs(at, days(2))) return "unreadable";
  const tenantIds = await queries.listDomainOwners(db, report.domain);
  if (tenantIds.length === 0) return "no_owner";
  let isNew = false;
  for (const tenantId of tenantIds) {
    const own = db.forTenant(tenantId);
    if ((await queries.countReceivedReports(own, report.domain, addMs(at, -days(1)))) >= maxReportsPerDay) continue;
    if (await own.transaction((inner) => queries.insertDmarcReport(inner, report, at))) isNew = true;
  }
  return isNew ? "stored" : "duplicate";
}
