import { insertContentHead, insertVersion } from "../../../src/features/content/versions/queries.ts";
import type { JournalType } from "../../../src/journal/entry.ts";
import type { TestCompany } from "./company.ts";

/** Campaigns and their messages as the engine leaves them, without sending anything. */
let count = 0;

export type CampaignFields = {
  name?: string;
  subject?: string;
  status?: string;
  parentId?: string;
  language?: string;
  recipients?: number;
  startedAt?: Date;
  /** Approved with this content. */
  html?: string;
  /** And with this footer. */
  footerHtml?: string;
};

export async function aCampaign({ ctx, shopId, clock }: TestCompany, fields: CampaignFields = {}): Promise<string> {
  const { html, ...given } = fields;
  const row = {
    tenantId: ctx.db.tenantId,
    name: `Campaign ${(count += 1)}`,
    shopId,
    status: "sending",
    createdAt: clock.now(),
    ...given,
    ...(html === undefined ? {} : { contentVersion: 1 }),
  };
  const [made] = await ctx.db.sql<{ id: string }[]>`insert into campaign ${ctx.db.sql(row)} returning id`;
  if (made === undefined) throw new Error("no campaign was made");
  if (html !== undefined) {
    const owner = { kind: "campaign", id: made.id } as const;
    const at = clock.now();
    await insertContentHead(ctx.db, owner, { version: 1, lastVersion: 1, publishedVersion: 1, updatedAt: at });
    const version = {
      version: 1,
      kind: "html",
      source: null,
      html,
      text: null,
      authorId: null,
      createdAt: at,
    } as const;
    await insertVersion(ctx.db, owner, version);
  }
  return made.id;
}

export type MessageFields = {
  contactId: string;
  variantId?: string;
  state?: string;
  reason?: string;
  domain?: string;
  sentAt?: Date;
  openedAt?: Date;
  clickedAt?: Date;
};

/** Messages of a campaign, counted by their states. */
export async function addCampaignMessages(
  { ctx }: TestCompany,
  campaignId: string,
  messages: readonly MessageFields[],
): Promise<void> {
  const { sql, tenantId } = ctx.db;
  const rows = messages.map((message) => ({
    tenantId,
    sourceId: campaignId,
    contactId: message.contactId,
    variantId: message.variantId ?? campaignId,
    batchId: "1",
    state: message.state ?? "sent",
    reason: message.reason ?? null,
    domain: message.domain ?? "example.com",
    sentAt: message.sentAt ?? null,
    openedAt: message.openedAt ?? null,
    clickedAt: message.clickedAt ?? null,
  }));
  await sql`insert into message ${sql(rows)}`;
  await sql`
    insert into message_state_count (tenant_id, source_id, variant_id, state, n)
    select tenant_id, source_id, variant_id, state, count(*) from message
    where tenant_id = ${tenantId} and source_id = ${campaignId} group by 1, 2, 3, 4
    on conflict (tenant_id, source_id, variant_id, state) do update set n = excluded.n`;
}

/** `first`: the first link number; an engine's variant begins with 10 001. */
type SentLinks = { campaignId: string; variantId?: string; urls: readonly string[]; first?: number };

/** Targets by link number, from 1 on. */
export async function addCampaignLinks(
  { ctx }: TestCompany,
  { campaignId, variantId = campaignId, urls, first = 1 }: SentLinks,
): Promise<void> {
  const { sql, tenantId } = ctx.db;
  const rows = urls.map((url, index) => ({ tenantId, sourceId: campaignId, variantId, number: index + first, url }));
  await sql`insert into message_link ${sql(rows)}`;
}

export type EmailEvent = {
  type: Extract<JournalType, `email_${string}`> | "unsubscribed" | "list_unsubscribed";
  contactId: string;
  at?: Date;
  /** The server that reported a bounce, stored in the journal as `at`. */
  bouncedAt?: "handover" | "later";
  [fact: string]: unknown;
};

/** Appends events of a campaign's messages to the journal in one transaction. */
export async function appendEmailEvents(
  { ctx, clock }: TestCompany,
  { campaignId, variantId = campaignId }: { campaignId: string; variantId?: string },
  events: readonly EmailEvent[],
): Promise<void> {
  const entries = events.map(({ type, contactId, at = clock.now(), bouncedAt, ...facts }) => {
    const isLeaving = type === "unsubscribed" || type === "list_unsubscribed";
    const about = isLeaving ? { campaignId } : { campaignId, variantId, domain: "example.com" };
    if (type === "email_sent") {
      const sent = { [contactId]: facts["domain"] ?? "example.com" };
      return { type: "emails_sent", contactId: null, at, payload: { campaignId, variantId, count: 1, sent } };
    }
    return { type, contactId, at, payload: { ...about, ...facts, ...(bouncedAt && { at: bouncedAt }) } };
  });
  // As text, because tests also write payloads of older versions.
  await ctx.db.sql`
    insert into journal (tenant_id, at, type, contact_id, payload)
    select ${ctx.db.tenantId}, e.at, e.type, e."contactId", e.payload
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as e(at timestamptz, type text, "contactId" bigint, payload jsonb)`;
}
