import type { SystemDb } from "../../../db/tenant.ts";
import { addMs, days } from "../../../kernel/local-time.ts";
import { parseDmarcReport } from "./parse-report.ts";
import * as queries from "./queries.ts";
import { maxReportBytes, unpackReport } from "./unpack-report.ts";

export type ReceiveOutcome = "stored" | "duplicate" | "no_owner" | "unreadable";

/** Anyone can mail reports. This daily limit per domain covers all mailbox providers. */
const maxReportsPerDay = 1000;

/** Unpacked bytes of all attachments of one mail; parsing them takes a few seconds at most. */
export const maxMailBytes = 2 * maxReportBytes;

/** Stores the attached reports of one mail; true when one of them is a report. */
export async function receiveDmarcReports(db: SystemDb, contents: readonly Uint8Array[], at: Date): Promise<boolean> {
  let left = maxMailBytes;
  let isReport = false;
  for (const content of contents) {
    const limit = Math.min(left, maxReportBytes);
    if (limit === 0) break;
    const xml = await unpackReport(content, limit);
    // Content that could not be unpacked has cost as much as was allowed.
    left -= xml?.length ?? limit;
    if (xml !== undefined && (await storeReport(db, xml, at)) !== "unreadable") isReport = true;
  }
  return isReport;
}

/**
 * Stores a report for each company that proved control of the domain: those with a verified sending domain,
 * and those whose report address is in its DMARC record. A report that is already stored is ignored.
 */
export async function storeReport(db: SystemDb, xml: Buffer, at: Date): Promise<ReceiveOutcome> {
  const report = await parseDmarcReport(xml);
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
