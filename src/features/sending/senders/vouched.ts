import type { TenantDb } from "../../../db/tenant.ts";
import { readAddress } from "./address.ts";
import { insertSender } from "./queries.ts";

export type VouchedSender = { address: string; name: string; shopId?: string | null; at: Date };

/** A sender that the operator of the service answers for: verified at once. */
export async function addVouchedSender(
  db: TenantDb,
  { address, name, shopId = null, at }: VouchedSender,
): Promise<string> {
  const email = readAddress("sender", address);
  const sender = { email, name, replyTo: null, shopId, verifiedAt: at };
  return (await insertSender(db, sender, at)).id;
}
