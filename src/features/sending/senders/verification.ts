import type { Clock } from "../../../kernel/clock.ts";
import type { SystemDb } from "../../../db/tenant.ts";
import { sha256 } from "../../../kernel/crypto.ts";
import { notFound } from "../../../kernel/errors.ts";
import * as queries from "./queries.ts";

type VerificationContext = { readonly db: SystemDb; readonly clock: Clock };

/** Details shown to the recipient of the verification mail before they confirm. */
export async function getSenderByToken(
  { db, clock }: VerificationContext,
  token: string,
): Promise<queries.SenderByToken> {
  const sender = await queries.findSenderByToken(db, sha256(token), clock.now());
  if (sender === undefined) throw notFound("sender");
  return sender;
}

/** Idempotent: pressing the button twice succeeds. */
export async function verifySender(ctx: VerificationContext, token: string): Promise<queries.SenderByToken> {
  const sender = await getSenderByToken(ctx, token);
  const own = ctx.db.forTenant(sender.tenantId);
  if (!(await queries.updateSenderVerified(own, sender, ctx.clock.now()))) throw notFound("sender");
  return sender;
}
