import type { TenantDb } from "../../../db/tenant.ts";
import { parseOwnSenderAddress } from "../domain-name.ts";
import { insertSender } from "./queries.ts";

export type PreverifiedSender = { address: string; name: string; shopId?: string | null; at: Date };

/** Adds a sender that the operator verified: it needs neither a verification mail nor a verified domain. */
export async function addPreverifiedSender(
  db: TenantDb,
  { address, name, shopId = null, at }: PreverifiedSender,
): Promise<string> {
  const email = parseOwnSenderAddress("sender", address);
  const sender = { email, name, replyTo: null, shopId, connectionId: null, verifiedAt: at, operatorVerifiedAt: at };
  return (await insertSender(db, sender, at)).id;
}
