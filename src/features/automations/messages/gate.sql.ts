import type { Context } from "../../../context.ts";
import { node, type SqlNode } from "../../../db/sql-node.ts";
import { blockReason } from "../../contacts/gate.sql.ts";
import { findCustomerException } from "../../contacts/queries.ts";
import { exitReason } from "../engine/exits.sql.ts";

/**
 * Why a contact `c` gets no e-mail of the automation now; null when it gets it. E-mails of a transactional automation also
 * reach customers of a shop whose customer exception is on.
 */
export async function emailBlockReason(
  { db, clock }: Context,
  automation: { readonly shopId: string; readonly isTransactional: boolean },
): Promise<SqlNode> {
  const now = clock.now();
  const customersOf = automation.isTransactional ? await findCustomerException(db, automation.shopId, now) : undefined;
  return blockReason({ tenant: node`${db.tenantId}`, purposeId: null, now, customersOf });
}

export type ClaimedEmail = {
  readonly automationId: string;
  /** The position of the run among those of its contact. */
  readonly ordinal: number;
  readonly shopId: string;
  readonly isTransactional: boolean;
};

/**
 * The same for a message that is claimed: whoever left the list or withdrew the consent that started the run does not get it,
 * with the reason of a campaign.
 */
export async function claimBlockReason(ctx: Context, email: ClaimedEmail): Promise<SqlNode> {
  const blocked = await emailBlockReason(ctx, email);
  return email.isTransactional ? blocked : node`coalesce(${blocked}, ${leaveReason(node`${ctx.db.tenantId}`, email)})`;
}

/** The run may have been ended by now and its contact returned: the e-mail belongs to what has ended. */
const leaveReason = (tenant: SqlNode, { automationId, ordinal }: ClaimedEmail): SqlNode => node`(
  select case coalesce(case when r.state = 'stopped' then r.reason end, ${exitReason(tenant)})
    when 'withdrawn' then 'no_consent'
    when 'left_list' then coalesce((
      select 'list_unsubscribed' from list_member u
      where u.tenant_id = ${tenant} and u.contact_id = r.contact_id and u.list_id = any(r.list_ids)
        and u.state = 'unsubscribed' limit 1), 'removed')
    end
  from automation_run r
  where r.tenant_id = ${tenant} and r.contact_id = c.id and r.automation_id + 0 = ${automationId}::bigint
  order by r.id offset ${ordinal - 1} limit 1)`;
