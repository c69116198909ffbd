import { afterAll, beforeAll, expect, it } from "vitest";
import { testClock } from "../../../tests/harness/factories/clock.ts";
import { copyTemplate, databaseUrl } from "../../../tests/harness/servers/database.ts";
import { singleRow } from "../../db/rows.ts";
import { sharedSandbox } from "../../../tests/harness/servers/sandbox.ts";
import { openPool, type Database, type TenantDb } from "../../db/tenant.ts";
import { parseGraph } from "../../features/automations/graph/parse.ts";
import { listAutomations, type AutomationRecord } from "../../features/automations/queries.ts";
import { listEmailResults } from "../../features/automations/report/queries.ts";
import { findVersion } from "../../features/automations/versions.queries.ts";
import { listVersionStats, sumByVersion } from "../../features/statistics/automations/versions.queries.ts";
import { fixedDataKey } from "../../kernel/encryption.ts";
import { createDemo } from "../demo.ts";

const clock = testClock();
let db: Database;
let own: TenantDb;
let automations: AutomationRecord[];

beforeAll(async () => {
  db = openPool(databaseUrl(await copyTemplate("template_few_partitions")), 4);
  await createDemo(db, { clock, dataKey: fixedDataKey(Buffer.alloc(32, 7)), sandbox: sharedSandbox });
  own = db.forTenant(singleRow(await db.sql<{ tenantId: string }[]>`select tenant_id from company`).tenantId);
  automations = (await listAutomations(own, { sort: "id", limit: 50, offset: 0 })).rows;
});

afterAll(() => db.close());

it("has four automations, one of them paused, with runs, waiting contacts and e-mails", () => {
  expect(automations.map(({ name, status }) => [name, status])).toEqual([
    ["Přivítání", "active"],
    ["Opuštěný košík", "active"],
    ["Narozeniny", "active"],
    ["Návrat zákazníka", "paused"],
  ]);
  for (const { entered, sent } of automations) expect(Math.min(entered, sent)).toBeGreaterThan(20);
  expect(automations.map(({ active }) => active > 0)).toEqual([true, false, false, true]);
});

it("has complete graphs whose references exist", async () => {
  for (const { id, version } of automations) {
    const found = await findVersion(own, id, version);
    expect(parseGraph({ ...found?.graph }, new Set()).issues).toEqual([]);
  }
  const missing = await own.sql`
    select r.kind, r.target_id from automation_reference r where r.tenant_id = ${own.tenantId} and not exists (
      select from template t where r.kind = 'template' and t.tenant_id = r.tenant_id and t.id = r.target_id
      union all
      select from sender s where r.kind = 'sender' and s.tenant_id = r.tenant_id and s.id = r.target_id)`;
  expect(missing).toEqual([]);
});

it("has runs that follow the edges of their graph to the end or to where they wait", async () => {
  const wrong = await own.sql`
    with path as (
      select p.run_id, p.automation_id, p.node, p.output, p.at, p.id,
        lead(p.node) over (partition by p.run_id order by p.id) as next_node,
        lead(p.at) over (partition by p.run_id order by p.id) as next_at
      from automation_pass p where p.tenant_id = ${own.tenantId}
    )
    select path.* from path
    join automation_run r on r.tenant_id = ${own.tenantId} and r.id = path.run_id
    join automation_version v on v.tenant_id = ${own.tenantId} and v.automation_id = path.automation_id
      and v.version = r.version
    left join lateral (
      select e ->> 'to' as node from jsonb_array_elements(v.graph -> 'edges') e
      where e ->> 'from' = path.node and e ->> 'output' = path.output
    ) edge on true
    where edge.node is distinct from coalesce(path.next_node, case when r.state = 'waiting' then r.node end)
      or path.next_at < path.at or path.at > ${clock.now()} or (r.state = 'completed' and r.due_at is not null)`;
  expect(wrong).toEqual([]);
});

it("has counters equal to runs and passes", async () => {
  const different = await own.sql`
    with counted as (
      select automation_id, '' as node, '' as output, 'entered' as measure from automation_run
      union all
      select automation_id, '', '', case state when 'waiting' then 'active' else 'completed' end from automation_run
      union all
      select automation_id, node, '', 'waiting' from automation_run where state = 'waiting'
      union all
      select automation_id, p.node, o.output, 'passed' from automation_pass p
      cross join lateral (values (''), (p.output)) as o(output) where o.output is not null
    ), expected as (select automation_id, node, output, measure, count(*) as n from counted group by 1, 2, 3, 4)
    select e.*, c.n as kept from expected e
    full join automation_count c using (automation_id, node, output, measure) where e.n is distinct from c.n`;
  expect(different).toEqual([]);
});

it("has one sent message per passed e-mail, to contacts that may be mailed, and statistics equal to them", async () => {
  const differences = await own.sql`
    with passed as (
      select p.automation_id, p.node, r.contact_id, p.at,
        row_number() over (partition by p.automation_id, r.contact_id, p.node order by r.id) as nth
      from automation_pass p join automation_run r on r.tenant_id = p.tenant_id and r.id = p.run_id
      join automation_version v on v.tenant_id = p.tenant_id and v.automation_id = p.automation_id
        and v.version = r.version
      cross join lateral jsonb_array_elements(v.graph -> 'nodes') n
      where p.tenant_id = ${own.tenantId} and n ->> 'id' = p.node and n ->> 'type' = 'email'
    ), sent as (
      select s.automation_id, s.node, m.contact_id, m.sent_at, c.status, c.consent_at,
        row_number() over (partition by s.automation_id, m.contact_id, s.node order by s.ordinal) as nth
      from message m join automation_email_source s on s.tenant_id = m.tenant_id and s.id = m.source_id
      join contact c on c.tenant_id = m.tenant_id and c.id = m.contact_id
      where m.tenant_id = ${own.tenantId}
    )
    select * from passed full join sent using (automation_id, node, contact_id, nth)
    where at is null or sent_at is null or sent_at < at or sent_at > at + interval '1 minute' or status <> 'subscribed'
      or sent_at < consent_at`;
  expect(differences).toEqual([]);
  for (const { id, sent } of automations) {
    const messages = await own.sql<{ node: string; sent: number; opened: number; clicked: number }[]>`
      select s.node, count(*)::int as sent, count(m.opened_at)::int as opened, count(m.clicked_at)::int as clicked
      from message m join automation_email_source s on s.tenant_id = m.tenant_id and s.id = m.source_id
      where m.tenant_id = ${own.tenantId} and s.automation_id = ${id} group by s.node order by s.node`;
    const reported = (await listEmailResults(own, id, {})).toSorted((left, right) => (left.node < right.node ? -1 : 1));
    expect(reported).toMatchObject([...messages]);
    expect(messages.reduce((sum, node) => sum + node.sent, 0)).toBe(sent);
    expect(messages.every(({ opened, clicked }) => clicked <= opened)).toBe(true);
    // The e-mails of a short branch may have no reaction yet.
    expect(messages.some(({ opened, clicked }) => clicked > 0 && clicked < opened)).toBe(true);
  }
});

it("has revenue of every automation, and two versions of the first one to compare", async () => {
  const windowDays = 7;
  const sums = await Promise.all(automations.map(({ id }) => sumByVersion(own, id, windowDays)));
  for (const versions of sums) expect(Number(versions[0]?.revenue)).toBeGreaterThan(0);
  const [first] = automations;
  const versions = await listVersionStats(own, first?.id ?? "", 10);
  expect([first?.version, versions.map(({ version }) => version)]).toEqual([2, [2, 1]]);
  for (const { entered, sent, opened } of versions) expect(Math.min(entered, sent, opened)).toBeGreaterThan(10);
  expect(sums[0]?.map(({ version }) => version)).toEqual([1, 2]);
});

it("has hourly statistics, links and ordinals that agree with the messages", async () => {
  const [sums] = await own.sql<Record<string, number>[]>`
    select (select sum(n)::int from campaign_hourly_stat where metric = 'sent') as hourly,
      (select sum(n)::int from company_hourly_stat where metric = 'sent') as company,
      (select sum(n)::int from campaign_link_stat where metric = 'clicked') as clicked_links,
      (select count(*)::int from message) as messages,
      (select count(*)::int from message where clicked_at is not null) as clicked`;
  expect(sums).toMatchObject({
    hourly: sums?.["messages"],
    company: sums?.["messages"],
    clickedLinks: sums?.["clicked"],
  });
  const wrong = await own.sql`
    select s.id from automation_email_source s where s.ordinal > (
      select max(runs) from (select count(*) as runs from automation_run r
        where r.tenant_id = s.tenant_id and r.automation_id = s.automation_id group by r.contact_id) counted)`;
  expect(wrong).toEqual([]);
});

it("has a cart behind every run of the abandoned cart and no order in between", async () => {
  const wrong = await own.sql`
    select r.id from automation_run r join automation a on a.tenant_id = r.tenant_id and a.id = r.automation_id
    where r.tenant_id = ${own.tenantId} and a.name = 'Opuštěný košík' and not exists (
      select from contact_event e where e.tenant_id = r.tenant_id and e.contact_id = r.contact_id and e.type = 'cart'
        and e.at = r.entered_at - case r.trigger when 'start' then interval '1 hour' else interval '24 hours' end
        and not exists (select from shop_order o where o.tenant_id = r.tenant_id and o.contact_id = r.contact_id
          and o.created_at between e.at and r.entered_at))`;
  expect(wrong).toEqual([]);
});
