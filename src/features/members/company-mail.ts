import type { TenantDb } from "../../db/tenant.ts";
import { conflict, requireFound } from "../../kernel/errors.ts";
import { findSendingBlock } from "../../kernel/sending-status.ts";
import { permitCompanyMail, type CompanyMailSender, type MailPermit } from "../../mail/permit.ts";
import { findSendingStatus } from "./sending-status.queries.ts";

/** Refuses a request that would cause mail; in the transaction that queues the mail. */
export async function requireMailAllowed(db: TenantDb): Promise<void> {
  const reason = findSendingBlock(requireFound(await findSendingStatus(db), "company"));
  if (reason !== undefined) throw conflict("sending_blocked", { reason });
}

/** For the job that sends the mail: the state may have changed since the request. Undefined if the mail must not be sent. */
export async function findMailPermit(db: TenantDb, sender: CompanyMailSender): Promise<MailPermit | undefined> {
  const status = await findSendingStatus(db);
  return status && permitCompanyMail(sender, status);
}
