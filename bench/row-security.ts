import { readFileSync } from "node:fs";
import { composeApp } from "../src/composition/app.ts";
import { readConfig } from "../src/config/config.ts";
import type { Context } from "../src/context.ts";
import { grantApplicationRights } from "../src/db/application-role.ts";
import { connect, type Sql } from "../src/db/client.ts";
import { openPool, tenantDb, transactionsOn } from "../src/db/tenant.ts";
import { getCompanyById } from "../src/features/account/find-company.ts";
import { skipReasonAtSend } from "../src/features/campaigns/audience/compile.ts";
import { campaignSource } from "../src/features/campaigns/source.ts";
import { createContact } from "../src/features/contacts/create-contact.ts";
import { getContact } from "../src/features/contacts/get-contact.ts";
import { listContacts } from "../src/features/contacts/list-contacts.ts";
import { claimBatch } from "../src/features/delivery/batches.queries.ts";
import { claimMessages, prepareClaim } from "../src/features/delivery/claim-messages.queries.ts";
import { createLog } from "../src/log/log.ts";
import { insertApprovedCampaign } from "./support/campaigns.ts";
import { median } from "./support/compare.ts";
import { withEnvironment, type BenchEnvironment } from "./support/environment.ts";
import { seedContacts } from "./support/seed-contacts.ts";

const contacts = 100_000;
const rounds = 21;
const claimGroup = 50;

/** Both roles have the application's rights; only one of them is restricted by row level security. */
const roles = { plain: "bench_plain", guarded: "bench_guarded" } as const;

type Side = { sql: Sql; ctx: Context; cpuNs(): number };
type Operation = {
  name: string;
  times: number;
  run: (side: Side) => Promise<unknown>;
  before?: () => Promise<unknown>;
};

/**
 * Database CPU of the hottest statements under row level security, against the same statements of a role that bypasses
 * it. The company is a setting of the connection; a shared pool would also need the `set_config` of the last line for
 * every statement outside a transaction.
 */
export async function benchRowSecurity(): Promise<object[]> {
  return withEnvironment(async (environment) => {
    await seedContacts(environment, contacts);
    const { sql, company } = environment;
    const claim = await seedClaim(environment);
    await guardTables(sql);
    const sides = {
      plain: await openSide(environment, roles.plain),
      guarded: await openSide(environment, roles.guarded),
    };
    const ids = await sql<{ id: string }[]>`select id from contact where id % 97 = 0 order by id`;
    let index = 0;
    const next = () => (index += 1);
    const operations: Operation[] = [
      { name: "first page of contacts", times: 100, run: ({ ctx }) => listContacts(ctx, {}) },
      { name: "page of one status", times: 100, run: ({ ctx }) => listContacts(ctx, { status: "subscribed" }) },
      {
        name: "search of contacts by name",
        times: 5,
        run: ({ ctx }) => listContacts(ctx, { q: `novak${next() % 900}` }),
      },
      {
        name: "contact detail",
        times: 200,
        run: ({ ctx }) => getContact(ctx, ids[next() % ids.length]?.id ?? ""),
      },
      {
        name: "creation of a contact",
        times: 100,
        run: ({ ctx }) =>
          createContact(ctx, {
            email: `new${next()}@example.net`,
            shopId: company.shopId,
            purposeId: company.purposeId,
            consentConfirmed: true,
            listIds: [],
          }),
      },
      claim,
      { name: "set_config alone", times: 500, run: (side) => setCompany(side, company.tenantId) },
    ];
    try {
      const lines: object[] = [];
      for (const operation of operations) lines.push(await compareSides(sides, operation));
      return lines;
    } finally {
      for (const side of Object.values(sides)) await side.sql.end();
      for (const role of Object.values(roles)) await sql.unsafe(`drop owned by ${role}; drop role ${role}`);
    }
  });
}

async function guardTables(sql: Sql): Promise<void> {
  for (const role of Object.values(roles)) {
    await sql.unsafe(`create role ${role} login password '${role}'`);
    await grantApplicationRights(sql, role);
  }
  await sql.unsafe(`alter role ${roles.plain} bypassrls`);
  const tables = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'tenant_id'`;
  for (const { name } of tables) {
    await sql.unsafe(`alter table ${name} enable row level security`);
    await sql.unsafe(
      `create policy own_company on ${name} using (tenant_id = current_setting('app.tenant_id')::bigint)`,
    );
  }
}

async function openSide({ url, company: { tenantId } }: BenchEnvironment, role: string): Promise<Side> {
  const address = new URL(url);
  address.username = role;
  address.password = role;
  const sql = connect(address.href, { max: 1, settings: { "app.tenant_id": tenantId } });
  const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const owner = openPool(url, 1);
  const { services } = await composeApp(readConfig({}), url, createLog("error"), { db: owner });
  const company = await getCompanyById({ db: owner, dataKey: undefined }, tenantId);
  await owner.close();
  const db = tenantDb({ isDistributed: false, sql, transactions: transactionsOn(sql), pool: sql }, tenantId);
  return {
    sql,
    ctx: { ...services, db, company, actor: { kind: "service" } },
    cpuNs: () => Number(readFileSync(`/proc/${backend?.pid}/schedstat`, "utf8").split(" ")[0]),
  };
}

async function seedClaim(environment: BenchEnvironment): Promise<Operation> {
  const { sql, company } = environment;
  const { tenantId, shopId } = company;
  const sourceId = await insertApprovedCampaign(environment, "<p>Ahoj</p>");
  await sql`update campaign set status = 'sending', started_at = now() where id = ${sourceId}`;
  await sql`update company set sending_state = 'live', sending_hold = '', sending_enabled = true`;
  const [batch] = await sql<{ id: string }[]>`
    insert into send_batch (tenant_id, source_id, variant_id, due_at, size)
    values (${tenantId}, ${sourceId}, ${sourceId}, now(), 500) returning id`;
  await sql`
    insert into message (tenant_id, source_id, contact_id, variant_id, batch_id, state, domain)
    select tenant_id, ${sourceId}, id, ${sourceId}, ${batch?.id ?? ""}, 'queued', 'example.com'
    from contact where not excluded order by id limit 500`;
  const reset = () => sql`update send_batch set claimed_through = 0, lease_until = null`;
  const due = { tenantId, kind: "campaign", sourceId, variantId: sourceId } as const;
  const audience = { listIds: [], segmentIds: [], excludeListIds: [], excludeSegmentIds: [], excludeEmails: [] };
  return {
    name: `claim of ${claimGroup} messages`,
    times: 1,
    before: reset,
    run: async ({ ctx }) => {
      const claimed = await claimBatch(ctx.db, due, { revision: undefined, now: new Date() });
      if (claimed === undefined) throw new Error("expected a batch to claim");
      const skipReason = await skipReasonAtSend(ctx, { ...audience, purposeId: null }, shopId);
      const statements = prepareClaim(campaignSource, { skipReason, columns: ["email", "first_name"] });
      for (let group = 0; group < 10; group += 1) {
        const options = { statements, limit: claimGroup, now: new Date(), probedDomain: null };
        const messages = await claimMessages(ctx.db, claimed, options);
        if (messages.length !== claimGroup) throw new Error(`claimed ${messages.length} messages`);
      }
    },
  };
}

const setCompany = async ({ sql }: Side, tenantId: string) => sql`
  select set_config('app.tenant_id', ${tenantId}, false)`;

/** Alternates the order in every round; the first round prepares the statements. */
async function compareSides(
  { plain, guarded }: { plain: Side; guarded: Side },
  { name, times, run, before }: Operation,
): Promise<object> {
  const used = { plain: new Array<number>(), guarded: new Array<number>() };
  for (let round = -1; round < rounds; round += 1) {
    const turns = [
      { side: plain, kept: used.plain },
      { side: guarded, kept: used.guarded },
    ];
    for (const { side, kept } of round % 2 === 0 ? turns : turns.toReversed()) {
      await before?.();
      const start = side.cpuNs();
      for (let time = 0; time < times; time += 1) await run(side);
      if (round >= 0) kept.push((side.cpuNs() - start) / times / 1000);
    }
  }
  const ratios = used.guarded.map((us, index) => us / (used.plain[index] ?? us));
  return {
    bench: `row level security, database CPU: ${name}`,
    target: "at most 1.05",
    ratio: Number(median(ratios).toFixed(3)),
    plainUs: Math.round(median(used.plain)),
    guardedUs: Math.round(median(used.guarded)),
  };
}
