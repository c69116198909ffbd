import type { TenantDb } from "../../../db/tenant.ts";
import { parseSenderAddress } from "../domain-name.ts";
import { insertSender } from "./queries.ts";

export type PreverifiedSender = { address: string; name: string; shopId?: string | null; at: Date };

/** Adds a sender that the operator vouches for; it needs no verification mail. */
export async function addPreverifiedSender(
  db: TenantDb,
  { address, name, shopId = null, at }: PreverifiedSender,
): Promise<string> {
  const email = parseSenderAddress("sender", address);
  const sender = { email, name, replyTo: null, shopId, verifiedAt: at };
  return (await insertSender(db, sender, at)).id;
}
