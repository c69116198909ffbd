import type { Fragment } from "../../../db/client.ts";
import { node, toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { LinkParam, Utm } from "../../../mail/render/links.ts";
import type { CustomHeader } from "../../../mail/render/message.ts";
import { signatureOfAudience } from "../../segments/audience-signature.sql.ts";
import type { ContentOwner } from "../versions/queries.ts";
import type { TestSettings } from "./shapes.ts";

export type TestRecipient = { id: string; email: string };

export async function listTestRecipients(db: TenantDb): Promise<TestRecipient[]> {
  return db.sql<TestRecipient[]>`
    select id, email from test_recipient where tenant_id = ${db.tenantId} order by position, id`;
}

/** Kept addresses keep their ids, so that queued test e-mails are still delivered. */
export async function replaceTestRecipients(db: TenantDb, emails: readonly string[]): Promise<void> {
  await db.sql`
    delete from test_recipient where tenant_id = ${db.tenantId} and email <> all(${[...emails]}::text[])`;
  await db.sql`
    insert into test_recipient (tenant_id, email, position)
    select ${db.tenantId}, email, position from unnest(${[...emails]}::text[]) with ordinality as given (email, position)
    on conflict (tenant_id, email) do update set position = excluded.position`;
}

export async function deleteTestRecipient(db: TenantDb, email: string): Promise<void> {
  await db.sql`delete from test_recipient where tenant_id = ${db.tenantId} and email = ${email}`;
}

/** The owner of the daily limit: variants share the limit of their campaign. */
export async function findQuotaOwner(db: TenantDb, owner: ContentOwner): Promise<ContentOwner> {
  if (owner.kind !== "campaign") return owner;
  const [row] = await db.sql<{ parentId: string | null }[]>`
    select parent_id from campaign where tenant_id = ${db.tenantId} and id = ${owner.id}`;
  return { ...owner, id: row?.parentId ?? owner.id };
}

/** Request times of the owner's test e-mails, including variants of a campaign, oldest first. */
export async function listTestEmailTimes(db: TenantDb, { kind, id }: ContentOwner, since: Date): Promise<Date[]> {
  const rows = await db.sql<{ createdAt: Date }[]>`
    select created_at from test_email
    where tenant_id = ${db.tenantId} and owner_kind = ${kind} and created_at > ${since}
      and (owner_id = ${id} or ${kind}::text = 'campaign' and owner_id in (
        select v.id from campaign v where v.tenant_id = ${db.tenantId} and v.parent_id = ${id}))
    order by created_at`;
  return rows.map(({ createdAt }) => createdAt);
}

export type LastTest = { ownerId: string; at: Date; version: number };

/** The newest request of each owner; requests older than a week are gone. */
export const listLastTests = async (
  { sql, tenantId }: TenantDb,
  kind: ContentOwner["kind"],
  ownerIds: readonly string[],
): Promise<LastTest[]> =>
  sql<LastTest[]>`
    select distinct on (owner_id) owner_id, created_at as at, version from test_email
    where tenant_id = ${tenantId} and owner_kind = ${kind} and owner_id = any(${[...ownerIds]}::bigint[])
    order by owner_id, created_at desc, id desc`;

export async function deleteOldTestEmails(db: TenantDb, before: Date): Promise<void> {
  await db.sql`delete from test_email where tenant_id = ${db.tenantId} and created_at < ${before}`;
}

export type NewTestEmails = {
  version: number;
  settings: TestSettings;
  recipientIds: readonly string[];
  createdAt: Date;
};

export async function insertTestEmails(
  db: TenantDb,
  { kind, id }: ContentOwner,
  { version, settings, recipientIds, createdAt }: NewTestEmails,
): Promise<string[]> {
  const rows = await db.sql<{ id: string }[]>`
    insert into test_email (tenant_id, owner_kind, owner_id, version, settings, recipient_id, created_at)
    select ${db.tenantId}, ${kind}, ${id}, ${version}, ${JSON.stringify(settings)}, recipient_id, ${createdAt}
    from unnest(${[...recipientIds]}::bigint[]) as recipient_id
    returning id`;
  return rows.map((row) => row.id);
}

export type TestContent = {
  kind: ContentOwner["kind"];
  /** Set for a language variant. */
  language: string | null;
  name: string;
  subject: string;
  preheader: string;
  html: string;
  text: string | null;
  shopId: string | null;
  footerId: string | null;
  /** The footer as approved with a campaign. */
  footerHtml: string | null;
  /** The template that the campaign was created from. */
  templateId: string | null;
  senderId: string | null;
  /** The sender name, if set; otherwise that of the sender, the shop or the company. */
  fromName: string | null;
  /** Empty if the sender's reply address applies. */
  replyTo: string;
  headers: CustomHeader[];
  utm: Utm | null;
  linkParams: LinkParam[];
  /** The signature of the list or segment that the campaign is sent to. */
  signatureHtml: string;
};

/** Content of a test e-mail of a template or a campaign; undefined if that was deleted. */
export async function findTestContent(
  db: TenantDb,
  { kind, id }: ContentOwner,
  version: number,
): Promise<TestContent | undefined> {
  const [row] = await db.sql<TestContent[]>`
    select v.owner_kind as kind, o.language, o.name, o.subject, o.preheader, v.html, v.text, o.shop_id, o.footer_id, o.footer_html, o.template_id, o.sender_id,
      o.from_name, o.reply_to, o.headers, o.utm, o.link_params, o.signature_html
    from (${ownerSettings(db, kind, id)}) o
    join content_version v on v.tenant_id = ${db.tenantId} and v.owner_kind = ${kind} and v.owner_id = ${id}
      and v.version = ${version}`;
  return row;
}

/** A language variant inherits everything from its campaign except its texts and optionally its sender. */
function ownerSettings({ sql, tenantId }: TenantDb, kind: ContentOwner["kind"], id: string): Fragment {
  if (kind === "campaign") {
    return sql`
      select c.language, c.name, c.subject, c.preheader, m.shop_id, m.footer_id, m.footer_html, m.template_id,
        coalesce(c.sender_id, m.sender_id) as sender_id, nullif(m.from_name, '') as from_name, m.reply_to, m.headers, m.utm,
        m.link_params, ${toFragment(sql, signatureOfAudience(tenantId, node`m.audience`))} as signature_html
      from campaign c join campaign m on m.tenant_id = ${tenantId} and m.id = coalesce(c.parent_id, c.id)
      where c.tenant_id = ${tenantId} and c.id = ${id}`;
  }
  return sql`
    select null as language, name, subject, preheader, shop_id, footer_id, null as footer_html, null as template_id, null as sender_id,
      null as from_name, '' as reply_to, '[]'::jsonb as headers, null::jsonb as utm, '[]'::jsonb as link_params,
      '' as signature_html
    from template where tenant_id = ${tenantId} and id = ${id} and ${kind}::text = 'template'`;
}

export type TestEmailRecord = TestContent & { email: string; fingerprintKey: Buffer; guid: string };

/** Undefined if the content or the test address was deleted. */
export async function findTestEmail(db: TenantDb, testId: string): Promise<TestEmailRecord | undefined> {
  const [test] = await db.sql<
    {
      owner: ContentOwner;
      version: number;
      settings: TestSettings | null;
      email: string;
      fingerprintKey: Buffer;
      guid: string;
    }[]
  >`
    select json_build_object('kind', e.owner_kind, 'id', e.owner_id::text) as owner, e.version, e.settings, r.email, o.fingerprint_key, o.guid
    from test_email e
    join company o on o.tenant_id = ${db.tenantId}
    join test_recipient r on r.tenant_id = ${db.tenantId} and r.id = e.recipient_id
    where e.tenant_id = ${db.tenantId} and e.id = ${testId}`;
  if (test === undefined) return undefined;
  const content = await findTestContent(db, test.owner, test.version);
  return (
    content && { ...content, ...test.settings, email: test.email, fingerprintKey: test.fingerprintKey, guid: test.guid }
  );
}
