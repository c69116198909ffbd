import type { Clock } from "../../../context.ts";
import type { SystemDb } from "../../../db/tenant.ts";
import { sha256 } from "../../../kernel/crypto.ts";
import { notFound } from "../../../kernel/errors.ts";
import * as queries from "./queries.ts";

type Visitor = { readonly db: SystemDb; readonly clock: Clock };

/** What the person who got the letter may know before they confirm. */
export async function getAsked({ db, clock }: Visitor, token: string): Promise<queries.SenderByToken> {
  const sender = await queries.findByToken(db, sha256(token), clock.now());
  if (sender === undefined) throw notFound("sender");
  return sender;
}

/** The link keeps working: a button that was pressed twice is no mistake. */
export async function verify(visitor: Visitor, token: string): Promise<queries.SenderByToken> {
  const sender = await getAsked(visitor, token);
  const own = visitor.db.forTenant(sender.tenantId);
  if (!(await queries.updateVerified(own, sender, visitor.clock.now()))) throw notFound("sender");
  return sender;
}
