import { noId } from "../../db/rows.ts";
import type { TenantDb } from "../../db/tenant.ts";

export type EmailFacts = {
  /** Of the contact. */
  email: string;
  campaignType: "newsletter" | "automation" | "transactional" | "doi" | null;
  campaignId: string | null;
  statisticId: string | null;
  /** Of the clicked link. */
  url: string | null;
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
    select c.email, coalesce(k.id, s.automation_id, f.id) as campaign_id,
      case when k.id is not null then 'newsletter' when a.is_transactional then 'transactional'
        when a.id is not null then 'automation' when f.id is not null then 'doi' end as campaign_type,
      case when k.id is not null then 'c' || k.id when s.id is not null then 'a' || s.automation_id || ':' || s.node end
        as statistic_id,
      (select l.url from message_link l where l.tenant_id = ${tenantId} and l.source_id = ${sourceId}
        and l.variant_id = ${variantId} and l.number = ${link}) as url
    from contact c
    left join campaign k on k.tenant_id = ${tenantId} and k.id = ${sourceId ?? noId}
    left join automation_email_source s on s.tenant_id = ${tenantId} and s.id = ${sourceId ?? noId}
    left join automation a on a.tenant_id = ${tenantId} and a.id = s.automation_id
    left join form f on f.tenant_id = ${tenantId} and f.id = ${sourceId ?? noId}
    where c.tenant_id = ${tenantId} and c.id = ${contactId}`;
  return row;
}
