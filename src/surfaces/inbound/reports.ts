import type { SystemDb } from "../../db/tenant.ts";
import { receiveDmarcReport } from "../../features/sending/dmarc/receive.ts";
import { bytesOf, readMail, walk } from "../../mail/inbound/part.ts";

/** The reports in a mail, wherever they stand in it; false when there was none. */
export async function takeReports(db: SystemDb, raw: Buffer, at: Date): Promise<boolean> {
  let isTaken = false;
  for (const part of walk(readMail(raw))) {
    if (/^(text\/(plain|html)|multipart\/)/.test(part.type)) continue;
    if ((await receiveDmarcReport(db, bytesOf(part), at)) !== "unreadable") isTaken = true;
  }
  return isTaken;
}
