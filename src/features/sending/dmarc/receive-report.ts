import type { SystemDb } from "../../../db/tenant.ts";
import { addMs, days } from "../../../kernel/local-time.ts";
import { ApiError } from "../../../kernel/errors.ts";
import { SandboxFailure, type Sandbox } from "../../../sandbox/sandbox.ts";
import type { DmarcReport } from "../../../mail/inbound/dmarc/parse-report.ts";
import * as queries from "./queries.ts";
import type { DmarcReading } from "../../../mail/inbound/dmarc/read-report.ts";
import { maxReportBytes } from "../../../mail/inbound/dmarc/unpack-report.ts";

export type ReceiveOutcome = "stored" | "duplicate" | "no_owner" | "unreadable";

/** Anyone can mail reports. This daily limit per domain covers all mailbox providers. */
const maxReportsPerDay = 1000;

/** Unpacked bytes of all attachments of one mail; parsing them takes a few seconds at most. */
export const maxMailBytes = 2 * maxReportBytes;

/** All reports share one place in the queue of the sandbox: a report names its company only after it is parsed. */
const queueOwner = "dmarc";

type ReportDeps = { readonly db: SystemDb; readonly sandbox: Sandbox };

/** Stores the attached reports of one mail; true when one of them is a report. */
export async function receiveDmarcReports(
  { db, sandbox }: ReportDeps,
  contents: readonly Uint8Array[],
  at: Date,
): Promise<boolean> {
  let left = maxMailBytes;
  let isReport = false;
  for (const content of contents) {
    const limit = Math.min(left, maxReportBytes);
    if (limit === 0) break;
    const { bytes, report } = await readInSandbox(sandbox, content, limit);
    left -= bytes;
    if (report !== null && (await storeReport(db, report, at)) !== "unreadable") isReport = true;
  }
  return isReport;
}

/** A report that exceeds a limit of the sandbox is unreadable, and so is the same report afterwards. */
async function readInSandbox(sandbox: Sandbox, content: Uint8Array, maxBytes: number): Promise<DmarcReading> {
  const input = { content: Buffer.from(content).toString("base64"), maxBytes };
  try {
    return await sandbox.forCompany(queueOwner).run("read_dmarc_report", input);
  } catch (error) {
    const isRefused = error instanceof SandboxFailure || (error instanceof ApiError && error.code === "rate_limited");
    if (!isRefused) throw error;
    return { bytes: maxBytes, report: null };
  }
}

/**
 * Stores a report for each company that proved control of the domain: those with a verified sending domain,
 * and those whose report address is in its DMARC record. A report that is already stored is ignored.
 */
export async function storeReport(db: SystemDb, report: DmarcReport, at: Date): Promise<ReceiveOutcome> {
  if (new Date(report.endsAt) > addMs(at, days(2))) return "unreadable";
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
