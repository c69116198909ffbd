import type { SystemDb } from "../../../db/tenant.ts";
import { addMs, days } from "../../../kernel/local-time.ts";
import { parseDmarcReport } from "./parse-report.ts";
import * as queries from "./queries.ts";
import { unpackReport } from "./unpack-report.ts";

export type ReceiveOutcome = "stored" | "duplicate" | "no_owner" | "unreadable";

/** Anyone can mail reports. This daily limit per domain covers all mailbox providers. */
const maxReportsPerDay = 1000;

/**
 * Stores an attached report for each company that proved control of the domain: those with a verified sending domain,
 * and those whose report address is in its DMARC record. A report that is already stored is ignored.
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
