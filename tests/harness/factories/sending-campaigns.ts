import { createWorker } from "../../../src/composition/background.ts";
import { background as bounces } from "../../../src/features/bounces/background.ts";
import { background as webhooks } from "../../../src/features/webhooks/background.ts";
import { campaignSource } from "../../../src/features/campaigns/source.ts";
import { DeliveryEngine } from "../../../src/features/delivery/engine.ts";
import type { SendOutcome } from "../../../src/mail/outcome.ts";
import type { OutgoingMessage, Transport } from "../../../src/mail/transport.ts";
import type { MessageSource, RelayBounceHook } from "../../../src/message-source.ts";
import type { TestCompany } from "./company.ts";

/** A verified sender of the company. */
export async function aVerifiedSender({ app, tenantId }: TestCompany, email = "shop@example.org"): Promise<string> {
  const [row] = await app.db.sql<{ id: string }[]>`
    insert into sender (tenant_id, email, name, verified_at, operator_verified_at, created_at)
    values (${tenantId}, ${email}, 'Our shop', now(), now(), now()) returning id`;
  return row?.id ?? "";
}

export type SendingCampaignFields = {
  listIds: readonly string[];
  html?: string;
  subject?: string;
  preferTime?: boolean;
  senderId?: string;
};

/** A campaign that was approved just now. */
export async function aSendingCampaign(test: TestCompany, fields: SendingCampaignFields): Promise<string> {
  const { app, tenantId, shopId, clock } = test;
  const { sql } = app.db.forTenant(tenantId);
  const senderId = fields.senderId ?? (await aVerifiedSender(test));
  const audience = { ...emptyAudience, listIds: fields.listIds };
  const [campaign] = await sql<{ id: string }[]>`
    insert into campaign (tenant_id, name, shop_id, status, created_at, sender_id, subject, audience, content_version,
      started_at, prefer_time)
    values (${tenantId}, 'Spring', ${shopId}, 'sending', ${clock.now()}, ${senderId}, ${fields.subject ?? "Hello {{df_name}}"},
      ${JSON.stringify(audience)}::jsonb, 1, ${clock.now()}, ${fields.preferTime ?? false}) returning id`;
  const id = campaign?.id ?? "";
  const html = fields.html ?? "<p>Hello {{df_name}}</p><p><a href='https://example.org/sale'>Sale</a></p>";
  await sql`
    insert into content (tenant_id, owner_kind, owner_id, version, last_version, published_version, updated_at)
    values (${tenantId}, 'campaign', ${id}, 1, 1, 1, now())`;
  await sql`
    insert into content_version (tenant_id, owner_kind, owner_id, version, kind, html, created_at)
    values (${tenantId}, 'campaign', ${id}, 1, 'html', ${html}, now())`;
  await sql`insert into campaign_expansion (tenant_id, campaign_id) values (${tenantId}, ${id})`;
  return id;
}

const emptyAudience = {
  listIds: [],
  segmentIds: [],
  excludeListIds: [],
  excludeSegmentIds: [],
  excludeEmails: [],
  purposeId: null,
};

export type RelayAnswer = (message: OutgoingMessage) => SendOutcome | Promise<SendOutcome>;

const sent: SendOutcome = { outcome: "sent", response: "250 ok" };

/** An in-memory relay with configurable answers, and an engine that runs until nothing is due. */
export function anEngine(
  { app }: TestCompany,
  answer: RelayAnswer = () => sent,
  messageSources: readonly MessageSource[] = [campaignSource],
  relayBounceHooks: readonly RelayBounceHook[] = bounces.relayBounceHooks ?? [],
) {
  const taken: OutgoingMessage[] = [];
  const transport: Transport = {
    mode: "live",
    send: async (message) => {
      const outcome = await answer(message);
      // The engine reuses the bytes when it has the answer.
      if (outcome.outcome === "sent") taken.push({ ...message, raw: Buffer.from(message.raw) });
      return outcome;
    },
    close: async () => undefined,
  };
  const worker = createWorker(app, transport);
  const engine = new DeliveryEngine({
    ...worker,
    messageSources,
    relayBounceHooks,
    replyReaders: webhooks.replyReaders ?? [],
  });
  return {
    engine,
    transport,
    taken,
    /** The message that a recipient got; the engine also sends what other tests left. */
    rawTo: (email: string) => taken.find(({ envelope }) => envelope.to === email)?.raw ?? Buffer.alloc(0),
    /** Addresses of a company's recipients that the relay accepted. */
    takenFor: (emails: readonly string[]) =>
      taken.map(({ envelope }) => envelope.to).filter((address) => emails.includes(address)),
    run: async () => {
      while (await engine.advance());
      // Expanded messages are due: the engine looks them up at once.
      worker.signals.messages.announce();
      while (await engine.sendNext());
      await engine.advance();
    },
  };
}
