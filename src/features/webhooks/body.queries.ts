import { nonExistentId } from "../../db/rows.ts";
import { toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { contactEvent } from "../../journal/events.ts";
import { isEventOf, payloadField } from "../../journal/fields.sql.ts";

export type EmailFacts = {
  /** Null for an address that belongs to no contact. */
  contactId: string | null;
  email: string;
  campaignType: "newsletter" | "automation" | "transactional" | "doi" | "test" | null;
  campaignId: string | null;
  statisticId: string | null;
  /** Address of the clicked link. */
  url: string | null;
  /** For an e-mail of an automation, the position of its run among those of the contact. */
  ordinal: number | null;
};

type EmailRef = {
  readonly contactId: string;
  /** The source of the message: a campaign, an e-mail of an automation or a form. */
  readonly sourceId: string | null;
  readonly variantId: string | null;
  readonly link: number | null;
};

/** Undefined when the contact does not exist any more. */
export async function findEmailFacts(
  { sql, tenantId }: TenantDb,
  { contactId, sourceId, variantId, link }: EmailRef,
): Promise<EmailFacts | undefined> {
  const [row] = await sql<EmailFacts[]>`
    select c.id as contact_id, c.email, s.ordinal, coalesce(k.id, s.automation_id, f.id) as campaign_id,
      case when k.id is not null then 'newsletter' when a.is_transactional then 'transactional'
        when a.id is not null then 'automation' when f.id is not null then 'doi' end as campaign_type,
      case when k.id is not null then 'c' || k.id when s.id is not null then 'a' || s.automation_id || ':' || s.node end
        as statistic_id,
      (select l.url from message_link l where l.tenant_id = ${tenantId} and l.source_id = ${sourceId}
        and l.variant_id = ${variantId} and l.number = ${link}) as url
    from contact c
    left join campaign k on k.tenant_id = ${tenantId} and k.id = ${sourceId ?? nonExistentId}
    left join automation_email_source s on s.tenant_id = ${tenantId} and s.id = ${sourceId ?? nonExistentId}
    left join automation a on a.tenant_id = ${tenantId} and a.id = s.automation_id
    left join form f on f.tenant_id = ${tenantId} and f.id = ${sourceId ?? nonExistentId}
    where c.tenant_id = ${tenantId} and c.id = ${contactId}`;
  return row;
}

/** Facts of a confirmation e-mail; undefined once the person was erased or forgotten. */
export async function findConfirmationEmailFacts(
  { sql, tenantId }: TenantDb,
  confirmationEmailId: string,
): Promise<EmailFacts | undefined> {
  const [row] = await sql<EmailFacts[]>`
    select c.id as contact_id, s.email, 'doi' as campaign_type, s.form_id as campaign_id, null as statistic_id, null as url,
      null::int as ordinal
    from confirmation_email l
    join form_signup s on s.tenant_id = ${tenantId} and s.id = l.signup_id and s.email is not null
    left join contact c on c.tenant_id = ${tenantId} and c.id = s.contact_id
    where l.tenant_id = ${tenantId} and l.id = ${confirmationEmailId}`;
  return row;
}

/** Facts of a test; undefined once the test address was deleted. Tests of templates have no campaign. */
export async function findTestFacts({ sql, tenantId }: TenantDb, testId: string): Promise<EmailFacts | undefined> {
  const [row] = await sql<EmailFacts[]>`
    select c.id as contact_id, r.email, 'test' as campaign_type, coalesce(k.parent_id, k.id) as campaign_id,
      'c' || coalesce(k.parent_id, k.id) as statistic_id, null as url, null::int as ordinal
    from test_email t
    join test_recipient r on r.tenant_id = ${tenantId} and r.id = t.recipient_id
    left join campaign k on k.tenant_id = ${tenantId} and t.owner_kind = 'campaign' and k.id = t.owner_id
    left join contact c on c.tenant_id = ${tenantId} and c.email = r.email
    where t.tenant_id = ${tenantId} and t.id = ${testId}`;
  return row;
}

type RunRef = { readonly contactId: string; readonly automationId: string; readonly ordinal: number };

export type TriggerEvent = {
  type: string;
  id: string;
  at: Date;
  /** The name of an event that the shop sent; null for others. */
  name: string | null;
  data: Record<string, unknown>;
};

/**
 * What let the contact into the run; undefined where nothing happened to it, or its history is gone. `+ 0` keeps the planner
 * from an index by automation.
 */
export async function findTriggerEvent(
  { sql, tenantId }: TenantDb,
  { contactId, automationId, ordinal }: RunRef,
): Promise<TriggerEvent | undefined> {
  const [row] = await sql<TriggerEvent[]>`
    select coalesce(e.type, j.type) as type, coalesce(e.id, j.id) as id, coalesce(e.at, j.at) as at, e.name,
      coalesce(e.data, j.payload - 'contactIds' - 'quiet') as data
    from (
      select event_tx, event_id from automation_run
      where tenant_id = ${tenantId} and contact_id = ${contactId} and automation_id + 0 = ${automationId}
      order by id offset ${ordinal - 1} limit 1) r
    join journal j on j.tenant_id = ${tenantId} and j.tx = r.event_tx and j.id = r.event_id
    left join contact_event e on e.tenant_id = ${tenantId}
      and e.id = case when ${toFragment(sql, isEventOf([contactEvent]))} then ${toFragment(sql, payloadField(contactEvent, "eventId"))}::bigint end`;
  return row;
}
