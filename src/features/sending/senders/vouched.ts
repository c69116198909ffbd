import type { TenantDb } from "../../../db/tenant.ts";
import { normalizeEmail } from "../../../kernel/email.ts";
import { validation } from "../../../kernel/errors.ts";
import { insertSender } from "./queries.ts";

/** A sender that the operator of the service answers for: verified at once, for every shop. */
export async function addVouchedSender(
  db: TenantDb,
  { address, name, at }: { address: string; name: string; at: Date },
): Promise<string> {
  const email = normalizeEmail(address);
  if (email === undefined) throw validation("sender");
  const sender = { email, name, replyTo: null, shopId: null, verifiedAt: at };
  return (await insertSender(db, sender, at)).id;
}
