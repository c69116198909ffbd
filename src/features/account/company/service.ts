import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { accepts } from "../../../kernel/accepts.ts";
import { normalizeEmail } from "../../../kernel/email.ts";
import { isAssistant } from "../../../kernel/actor.ts";
import { conflict, forbidden, validation } from "../../../kernel/errors.ts";
import { isTimeZone, iso } from "../../../kernel/local-time.ts";
import { getMember } from "../../members/queries.ts";
import { requireConfirmation } from "../../members/sessions/confirmation.ts";
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
  if (change.timeZone !== undefined && !isTimeZone(change.timeZone)) throw validation("timeZone", accepts.timeZone);
  requireWebAddress("web", change.web);
  if (change.email !== undefined) {
    const email = normalizeEmail(change.email);
    if (email === undefined) throw validation("email", accepts.email);
    change.email = email;
  }
  if (change.requireTwoFactor === true) await requireOwnTwoFactor(ctx);
  // An assistant must not widen what it may do itself.
  const widens = change.assistantSending !== undefined || change.requireCampaignApproval !== undefined;
  if (widens && isAssistant(ctx.actor)) throw forbidden("assistant");
  if (isEmpty(change)) return getCompany(ctx);
  return inTransaction(ctx, async (inner) => {
    if (change.requireTwoFactor !== undefined) await requireRightToSetTwoFactor(inner, change.requireTwoFactor);
    return presentCompany(await queries.updateCompany(inner.db, change, inner.clock.now()));
  });
}

/** A signed-in member proves again who they are. An API key, which cannot, only switches it on; an assistant does neither. */
async function requireRightToSetTwoFactor(ctx: Context, isRequired: boolean): Promise<void> {
  const { requireTwoFactor } = await queries.getCompany(ctx.db);
  if (requireTwoFactor === isRequired) return;
  if (isAssistant(ctx.actor)) throw forbidden("assistant");
  if (ctx.actor.kind === "member" || !isRequired) await requireConfirmation(ctx);
}

/** Otherwise the member would lose access with this request. */
async function requireOwnTwoFactor({ actor, db }: Context): Promise<void> {
  if (actor.kind !== "member") return;
  if (!(await getMember(db, actor.memberId)).twoFactor) throw conflict("two_factor");
}
