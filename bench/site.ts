import { setTimeout as delay } from "node:timers/promises";
import { companyKey } from "../src/kernel/company-key.ts";
import { publicTokenKey, signToken } from "../src/kernel/public-token.ts";
import { median } from "./support/compare.ts";
import { withEnvironment, type BenchEnvironment } from "./support/environment.ts";
import { load, type LoadRequest } from "./support/load.ts";
import { seedContacts } from "./support/seed-contacts.ts";

/** Page visits of known visitors against opens, each of another contact, until the last one is stored. */
const contacts = 20_000;
const rounds = 5;
const connections = 64;
const seconds = 2;
const agent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
const origin = "https://shop.example";

type Seeded = { readonly opens: readonly string[]; readonly firstContact: number; readonly key: string };

export async function benchSite(): Promise<object[]> {
  return withEnvironment(async (environment) => {
    await seedContacts(environment, contacts);
    const { opens, firstContact, key } = await seedVisitors(environment);
    const { port } = await environment.serve({ LOG_LEVEL: "warn" });
    const open = (index: number): LoadRequest => ({
      method: "GET",
      path: opens[index % contacts] ?? "",
      headers: { "User-Agent": agent },
    });
    const visit = (index: number): LoadRequest => ({
      method: "POST",
      path: `/site/${key}/events`,
      headers: { "User-Agent": agent, Origin: origin, "Content-Type": "text/plain" },
      body: JSON.stringify({
        visitor: `visitor-${firstContact + (index % contacts)}`,
        events: [{ type: "page_visit", url: `${origin}/boots/${index}`, title: "Boots" }],
      }),
    });
    const measure = createMeasure(environment, port);
    await measure("email_opened", open);
    await measure("contact_event", visit);
    const all: { open: number; visit: number }[] = [];
    for (let round = 0; round < rounds; round += 1)
      all.push({ open: await measure("email_opened", open), visit: await measure("contact_event", visit) });
    const middle = (figure: (round: (typeof all)[number]) => number) => median(all.map(figure));
    return [
      {
        bench: "page visits of known visitors against opens, stored",
        target: 0.6,
        ratio: Number(middle(({ open: opened, visit: visited }) => visited / opened).toFixed(3)),
        opensPerSecond: Math.round(middle((round) => round.open)),
        visitsPerSecond: Math.round(middle((round) => round.visit)),
      },
    ];
  });
}

/** A sent campaign, tracking, and a visitor of every contact. */
async function seedVisitors({ sql, company: { tenantId, shopId } }: BenchEnvironment): Promise<Seeded> {
  const [row] = await sql<{ id: string; first: number; siteKey: string; fingerprintKey: Buffer }[]>`
    with sent as (
      insert into campaign (tenant_id, name, shop_id, status, created_at)
      values (${tenantId}, 'Spring', ${shopId}, 'completed', now()) returning id
    )
    select sent.id, (select min(id)::int from contact) as first, s.site_key, c.fingerprint_key
    from sent, shop s, company c where s.tenant_id = ${tenantId} and s.id = ${shopId} and c.tenant_id = ${tenantId}`;
  if (row === undefined) throw new Error("nothing was seeded");
  await sql`
    insert into message (tenant_id, source_id, contact_id, variant_id, batch_id, state, domain, tried_at, sent_at,
      delivered_at)
    select tenant_id, ${row.id}, id, ${row.id}, 1, 'sent', 'example.com', now(), now() - interval '1 hour', now() from contact`;
  await sql`update shop set url = ${origin} where tenant_id = ${tenantId} and id = ${shopId}`;
  await sql`
    insert into site_settings (tenant_id, shop_id, tracking_enabled) values (${tenantId}, ${shopId}, true)`;
  await sql`
    insert into visitor_token (tenant_id, contact_id, clicked_at, shop_id, visitor)
    select tenant_id, id, now(), ${shopId}, 'visitor-' || id from contact`;
  // Autovacuum would otherwise run during the measurement.
  await sql.unsafe("vacuum analyze");
  const key = publicTokenKey(row.fingerprintKey);
  const opens = Array.from({ length: contacts }, (_, index) => {
    const contactId = String(row.first + index);
    return `/t/o/${signToken(key, { purpose: "open", tenantId, contactId, campaignId: row.id })}.gif`;
  });
  return { opens, firstContact: row.first, key: companyKey(tenantId, row.siteKey) };
}

/** Events per second from the first request until the last event is stored. */
function createMeasure({ sql }: BenchEnvironment, port: number) {
  const asked = new Map<string, number>();
  const countStored = async (type: string) => {
    const [row] = await sql<{ n: number }[]>`select count(*)::int as n from journal where type = ${type}`;
    return row?.n ?? 0;
  };
  return async (type: string, request: (index: number) => LoadRequest): Promise<number> => {
    const before = await countStored(type);
    const first = asked.get(type) ?? 0;
    const startedAt = performance.now();
    const { requests, statuses } = await load(port, { connections, seconds }, (index) => request(first + index));
    asked.set(type, first + requests);
    if (Object.keys(statuses).some((status) => !status.startsWith("2"))) throw new Error(JSON.stringify(statuses));
    let stored = 0;
    let last = -1;
    let storedAt = startedAt;
    // Nothing more comes when the count stays the same for longer than the buffer waits.
    while (stored !== last) {
      last = stored;
      stored = (await countStored(type)) - before;
      if (stored !== last) storedAt = performance.now();
      await delay(500);
    }
    return stored / ((storedAt - startedAt) / 1000);
  };
}
