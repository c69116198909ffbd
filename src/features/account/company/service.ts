import type { Static } from "typebox";
import type { Context } from "../../../context.ts";
import { normalizeEmail } from "../../../kernel/email.ts";
import { isAssistant } from "../../../kernel/actor.ts";
import { conflict, forbidden, validation } from "../../../kernel/errors.ts";
import { isTimeZone, iso } from "../../../kernel/local-time.ts";
import { getMember } from "../../people/queries.ts";
import { requireWebAddress, CompanyChange } from "../shapes.ts";
import { isEmpty, pickProvided } from "../../../kernel/provided-fields.ts";
import * as queries from "./queries.ts";

const presentCompany = (row: queries.CompanyRecord) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: iso(row.updatedAt),
});

export async function getCompany(ctx: Context) {
  return presentCompany(await queries.getCompany(ctx.db));
}

export async function updateCompany(ctx: Context, body: Static<typeof CompanyChange>) {
  const change = pickProvided(CompanyChange, body);
  if (change.timeZone !== undefined && !isTimeZone(change.timeZone)) throw validation("timeZone");
  requireWebAddress("web", change.web);
  if (change.email !== undefined) {
    const email = normalizeEmail(change.email);
    if (email === undefined) throw validation("email");
    change.email = email;
  }
  if (change.requireTwoFactor === true) await requireOwnTwoFactor(ctx);
  // An assistant must not widen what it may do itself.
  if (change.assistantSending !== undefined && isAssistant(ctx.actor)) throw forbidden("assistant");
  if (isEmpty(change)) return getCompany(ctx);
  return presentCompany(await queries.updateCompany(ctx.db, change, ctx.clock.now()));
}

/** Otherwise the member would lose access with this request. */
async function requireOwnTwoFactor({ actor, db }: Context): Promise<void> {
  if (actor.kind !== "member") return;
  if (!(await getMember(db, actor.memberId)).twoFactor) throw conflict("two_factor");
}
