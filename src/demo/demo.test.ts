import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testClock } from "../../tests/harness/factories/clock.ts";
import { sharedSandbox } from "../../tests/harness/servers/sandbox.ts";
import { copyTemplate, databaseUrl } from "../../tests/harness/servers/database.ts";
import { singleRow } from "../db/rows.ts";
import { openPool, type Database, type TenantDb } from "../db/tenant.ts";
import { getCompanyById } from "../features/account/find-company.ts";
import { findContactCountDifferences } from "../features/contacts/counts.sql.ts";
import { refreshEngagement } from "../features/contacts/engagement.queries.ts";
import { listFields } from "../features/contacts/fields/queries.ts";
import { parseValue } from "../features/contacts/fields/values.ts";
import { isMailable } from "../../tests/harness/oracles/mailable.ts";
import { engagementListener } from "../features/contacts/listeners.ts";
import { searchColumns } from "../features/contacts/profile.ts";
import type { ContactRecord } from "../features/contacts/queries.ts";
import { findListSizeDifferences } from "../features/lists/queries.ts";
import { listApprovals } from "../features/campaigns/approvals/queries.ts";
import { listChanges } from "../features/campaigns/history/queries.ts";
import { listCampaigns } from "../features/campaigns/queries.ts";
import { listForms } from "../features/forms/queries.ts";
import { findOrderTotalDifferences } from "../features/orders/totals.queries.ts";
import { listMembers } from "../features/members/queries.ts";
import { listConnectedApps } from "../features/oauth/grants.queries.ts";
import { listDmarcDomainOverviews } from "../features/sending/dmarc/queries.ts";
import { listVerifiedSenders } from "../features/sending/senders/queries.ts";
import { findStatDifferences } from "../features/statistics/differences.queries.ts";
import { fixedDataKey } from "../kernel/encryption.ts";
import { verifyPassword } from "../features/members/passwords.ts";
import { listReadersBehind, readEntries } from "../journal/journal.ts";
import { addressFingerprint } from "../kernel/crypto.ts";
import { normalizeEmail } from "../kernel/email.ts";
import { addMs, days, isMonthDay } from "../kernel/local-time.ts";
import { findCouponCountDifferences } from "../features/coupons/counts.sql.ts";
import { listStacks } from "../features/coupons/queries.ts";
import { findFeedBlocks } from "../features/feeds/email-blocks.ts";
import { listFeeds } from "../features/feeds/queries.ts";
import { createDemo, type Demo } from "./demo.ts";
import { created } from "./requests/ids.ts";
import { draftCampaign, newsletterEmail } from "./words/campaigns.ts";
import { colleague, demoEmail } from "./words/company.ts";
import { products } from "./words/products.ts";
import { czechSurnames } from "./words/czech-surnames.ts";
import { slovakSurnames } from "./words/slovak-surnames.ts";

const clock = testClock();
const services = { clock, dataKey: fixedDataKey(Buffer.alloc(32, 7)), sandbox: sharedSandbox };
let db: Database;
let own: TenantDb;
let demo: Demo;
let demoCount: number;
let fingerprintKey: Uint8Array;
let contacts: ContactRecord[];

beforeAll(async () => {
  db = openPool(databaseUrl(await copyTemplate("template_few_partitions")), 4);
  // Two processes that start concurrently for the first time.
  const made = await Promise.all([createDemo(db, services), createDemo(db, services)]);
  const companies = await db.sql<{ tenantId: string }[]>`select tenant_id from company`;
  const demos = made.filter((item) => item !== undefined);
  demoCount = demos.length;
  demo = singleRow(demos);
  const company = await getCompanyById({ db, dataKey: services.dataKey }, singleRow(companies).tenantId);
  fingerprintKey = company.fingerprintKey;
  own = db.forTenant(company.tenantId);
  contacts = await own.sql<ContactRecord[]>`select * from contact where tenant_id = ${own.tenantId} order by id`;
});

afterAll(() => db.close());

/** The number of rows of each kind, as shares of all contacts. */
async function readShares(column: string): Promise<Record<string, number>> {
  const rows = await own.sql<{ name: string; share: number }[]>`
    select ${own.sql(column)} as name, count(*) / ${contacts.length}::float8 as share from contact
    where tenant_id = ${own.tenantId} group by 1`;
  return Object.fromEntries(rows.map(({ name, share }) => [name, share]));
}

it("is created once, however many processes start, and not when a company exists", async () => {
  expect(demoCount).toBe(1);
  expect(await createDemo(db, services)).toBeUndefined();
  expect(await own.sql`select count(*)::int as n from company`).toMatchObject([{ n: 1 }]);
});

it("leaves the ids to the next campaign, form and automation that examples of requests name, on whatever day", async () => {
  const [row] = await own.sql<{ next: string }[]>`
    select nextval(pg_get_serial_sequence('campaign', 'id')) as next`;
  expect(row?.next).toBe(created.campaign.campaign_id);
});

it("accepts the printed password", async () => {
  const [person] = await db.sql<{ passwordHash: string; firstName: string }[]>`
    select password_hash, first_name from person where email = ${demo.email}`;
  expect(person?.firstName).toBe("Anežka");
  expect(await verifyPassword(person?.passwordHash ?? "", demo.password)).toBe(true);
  expect(demo.password).toMatch(/^[a-z]+-[a-z]+-[a-z]+-\d{3}$/);
});

it("can send from the addresses of its shops", async () => {
  expect(await listVerifiedSenders(own, undefined)).toMatchObject([
    { email: "anezka@vceli-dvur.example.com", name: "Anežka z Včelího dvora" },
    { email: "anezka@vceli-dvor.example.com", name: "Anežka z Včelieho dvora" },
  ]);
});

it("has two shops with about two thousand contacts in realistic shares", async () => {
  const shops =
    await own.sql`select name, currencies, language, country from shop where tenant_id = ${own.tenantId} order by id`;
  expect(shops).toEqual([
    { name: "Včelí dvůr", currencies: ["CZK"], language: "cs", country: "CZ" },
    { name: "Včelí dvor", currencies: ["EUR"], language: "sk", country: "SK" },
  ]);
  expect(contacts).toHaveLength(2012);
  const wanted = { subscribed: 78, pending: 6, unsubscribed: 9, bounced: 3, complained: 1, customer: 3 };
  const statuses = await readShares("status");
  const off = Object.entries(wanted).filter(([status, percent]) => {
    return Math.abs((statuses[status] ?? 0) * 100 - percent) > 1;
  });
  expect(off).toEqual([]);
  const engagement = await readShares("engagement");
  expect(Object.keys(engagement).sort()).toEqual(["A", "B", "C", "D", "E", "N"]);
  expect(Math.min(...Object.values(engagement))).toBeGreaterThan(0.015);
});

it("keeps every total exact", async () => {
  expect(await findContactCountDifferences(own)).toEqual([]);
});

it("uses only addresses of reserved domains", () => {
  const emails = contacts.map(({ email }) => email);
  expect(emails.filter((email) => normalizeEmail(email) !== email)).toEqual([]);
  expect(emails.filter((email) => !/@([a-z]+\.)?example\.(com|org|net)$/.test(email))).toEqual([]);
  expect(new Set(emails).size).toBe(emails.length);
});

it("fills every derived column as the services would", () => {
  const wrong = contacts.filter((contact) => {
    const { search, nameKey, grams } = searchColumns(own.tenantId, contact.email, contact);
    const row: Record<string, unknown> = { ...contact };
    const isSame = row["search"] === search && row["nameKey"] === nameKey && isDeepStrictEqual(row["grams"], grams);
    return !isSame || !contact.fingerprint.equals(addressFingerprint(fingerprintKey, contact.email));
  });
  expect(wrong.map(({ email }) => email)).toEqual([]);
});

it("uses the correct gender form of names", () => {
  const surnames = [...czechSurnames, ...slovakSurnames];
  const forms = { f: new Set(surnames.map(({ female }) => female)), m: new Set(surnames.map(({ male }) => male)) };
  const wrong = contacts.filter(({ gender, lastName, nameDay, language, ...contact }) => {
    if (lastName !== null && (gender === null || !forms[gender].has(lastName))) return true;
    if (nameDay !== null && !isMonthDay(nameDay)) return true;
    const called = language === "cs" ? `Dobrý den, ${contact.vocativeFirstName},` : `Dobrý deň, ${contact.firstName},`;
    return contact.salutation !== (contact.firstName === null ? null : called);
  });
  expect(wrong.map(({ email }) => email)).toEqual([]);
});

it("greets with one comma: salutations end with it", () => {
  const paragraphs = [newsletterEmail({ cs: "Med", sk: "Med", page: "/" }), draftCampaign.email].map(
    (email) => email.paragraphs[0],
  );
  expect(paragraphs).toEqual(["{{df_salutation|default:'Dobrý den,'}}", "{{df_salutation|default:'Dobrý den,'}}"]);
});

it("has consistent suppressions", async () => {
  const wrong = await own.sql`
    select c.id, c.status, c.suppression_reason, s.reason from contact c
    full join suppression s on s.tenant_id = c.tenant_id and s.fingerprint = c.fingerprint
    where (c.status in ('unsubscribed', 'bounced', 'complained')) is distinct from coalesce(c.suppression_reason = c.status, false)
      or c.suppression_reason is distinct from s.reason or c.suppressed_at is distinct from s.created_at
      or c.suppression_note is distinct from s.detail or c.email is distinct from coalesce(s.email, c.email)
      or coalesce(s.blacklisted, false) <> c.blacklisted
      or (c.blacklisted and (c.suppression_reason <> 'manual' or c.blacklisted_at <> c.suppressed_at))`;
  expect(wrong).toEqual([]);
  const [blacklisted] = await own.sql<
    { n: number }[]
  >`select count(*)::int as n from contact where state = 'blacklisted'`;
  expect(blacklisted?.n).toBeGreaterThan(10);
});

it("has one valid consent per subscribed contact and none for contacts that opted out", async () => {
  const wrong = await own.sql`
    select c.id, c.status, k.states from contact c
    cross join lateral (
      select coalesce(array_agg(k.state order by k.id) filter (where p.is_default), '{}') as states,
        count(*) filter (where k.state in ('valid', 'pending'))::int as open,
        min(k.at) filter (where p.is_default) as given_at
      from consent k join purpose p on p.tenant_id = k.tenant_id and p.id = k.purpose_id
      where k.tenant_id = c.tenant_id and k.contact_id = c.id
    ) k
    where case c.status
      when 'subscribed' then k.states <> '{valid}' or k.given_at <> c.consent_at
      when 'bounced' then k.states <> '{valid}'
      when 'pending' then k.states <> '{pending}' or c.consent_at is not null
      when 'customer' then k.states <> '{}' or c.consent_basis <> 'soft_opt_in_customer'
      else k.states <> '{withdrawn}' or k.open > 0
    end`;
  expect(wrong).toEqual([]);
});

it("explains the state of each contact in the consent history", async () => {
  const wrong = await own.sql`
    select k.id, k.state, e.actions from consent k
    cross join lateral (
      select array_agg(e.action order by e.id) as actions from consent_event e
      where e.tenant_id = k.tenant_id and e.contact_id = k.contact_id and e.purpose_id = k.purpose_id
    ) e
    where not case k.state
      when 'valid' then e.actions in ('{given}', '{requested,given}')
      when 'pending' then e.actions = '{requested}'
      else e.actions in ('{given,withdrawn}', '{requested,given,withdrawn}') and k.withdrawn_at >= k.at
    end`;
  expect(wrong).toEqual([]);
  const silent = await own.sql`
    select c.id from contact c where c.status = 'unsubscribed' and not exists (
      select from consent_event e where e.tenant_id = c.tenant_id and e.contact_id = c.id
        and e.action = 'unsubscribed' and e.at = c.status_at)`;
  expect(silent).toEqual([]);
});

it("lets the gate pass exactly the contacts that the columns call mailable", async () => {
  const wrong = await own.sql`
    select c.id from contact c where c.tenant_id = ${own.tenantId}
      and ${isMailable(own)} <> (c.status = 'subscribed' and not c.blacklisted)`;
  expect(wrong).toEqual([]);
});

it("has counters and last times equal to the journal", async () => {
  const wrong = await own.sql`
    select c.id from contact c
    cross join lateral (
      select count(*) filter (where type = 'email_sent') as received, max(at) filter (where type = 'email_sent') as sent,
        max(at) filter (where type = 'email_opened') as opened, max(at) filter (where type = 'email_clicked') as clicked
      from journal j where j.tenant_id = c.tenant_id and j.contact_id = c.id
    ) j
    left join contact_send_summary k on k.tenant_id = c.tenant_id and k.contact_id = c.id
    where (coalesce(k.received_count, 0), k.last_sent_at, c.last_open_at, c.last_click_at)
      is distinct from (j.received, j.sent, j.opened, j.clicked)`;
  expect(wrong).toEqual([]);
  expect(await refreshEngagement(own, clock.now())).toBe(0);
});

it("has a chronological history that ends in the contact's status", async () => {
  const wrong = await own.sql`
    select c.id, c.status, j.first, j.last_status from contact c
    cross join lateral (
      select (array_agg(j.type order by j.at, j.id))[1] as first, max(j.at) as newest,
        (array_agg(j.payload->>'to' order by j.id desc) filter (where j.payload ? 'to'))[1] as last_status,
        (array_agg(j.at order by j.id desc) filter (where j.payload ? 'to'))[1] as status_at,
        max(j.at) filter (where j.type like 'email%') as last_mail
      from journal j where j.tenant_id = c.tenant_id and j.contact_id = c.id
    ) j
    where j.first <> 'contact_created' or j.last_status <> c.status or j.status_at <> c.status_at
      or j.newest > ${clock.now()} or (c.suppressed_at is not null and j.last_mail > c.suppressed_at)`;
  expect(wrong).toEqual([]);
});

it("sent to few contacts in the last three days, so that the others can be deleted", async () => {
  const [row] = await own.sql<{ recent: number }[]>`
    select count(*)::int as recent from contact_send_summary
    where tenant_id = ${own.tenantId} and last_sent_at > ${addMs(clock.now(), -days(3))}`;
  expect(row?.recent).toBeLessThan(40);
});

it("has a record for every page of content, and e-mails of blocks", async () => {
  const [found] = await own.sql<Record<string, number>[]>`
    select (select count(*)::int from footer) as footers, (select count(*)::int from landing_page) as landing_pages,
      (select count(*)::int from unsubscribe_page) as preference_pages, (select count(*)::int from survey) as surveys,
      (select count(*)::int from survey_response) as responses,
      (select count(*)::int from landing_page where blocks is null) as by_hand,
      (select count(*)::int from content_version where kind <> 'blocks' and owner_kind <> 'footer') as code`;
  expect(found).toMatchObject({ footers: 1, landingPages: 1, preferencePages: 2, surveys: 1, byHand: 0, code: 0 });
  expect(found?.["responses"]).toBeGreaterThan(20);
});

it("is skipped by every listener: only later entries are read", async () => {
  const handled: string[] = [];
  expect(await listReadersBehind(db, [engagementListener.reader], new Date())).toEqual([]);
  await own.sql`
    insert into journal (tenant_id, at, type, contact_id, payload)
    values (${own.tenantId}, ${clock.now()}, 'contact_updated', ${contacts[0]?.id ?? null}, '{}')`;
  // An entry is readable when every older transaction of the server has ended, including those of other tests.
  while (handled.length === 0) {
    await readEntries(own, engagementListener.reader, async (_db, entries) => {
      handled.push(...entries.map(({ type }) => type));
    });
  }
  expect(handled).toEqual(["contact_updated"]);
});

it("has custom field values that their fields accept, and labels in use", async () => {
  const fields = new Map((await listFields(own)).map((field) => [field.id, field]));
  const values = contacts.flatMap(({ customFields }) => Object.entries(customFields));
  const wrong = values.filter(([id, value]) => {
    const field = fields.get(id);
    return field === undefined || JSON.stringify(parseValue(field, value)) !== JSON.stringify(value);
  });
  expect(wrong).toEqual([]);
  expect(new Set(values.map(([id]) => id)).size).toBe(6);
  const labels = await own.sql<{ n: number }[]>`
    select count(a.object_id)::int as n from label l
    join label_assignment a on a.tenant_id = l.tenant_id and a.label_id = l.id and a.kind = 'contact' group by l.id`;
  expect(labels).toHaveLength(5);
});

it("has realistic orders in both shops with exact totals", async () => {
  expect(await findOrderTotalDifferences(own)).toEqual([]);
  const [sums] = await own.sql<{ orders: number; buyers: number; shops: number; recent: number }[]>`
    select count(*)::int as orders, count(distinct contact_id)::int as buyers, count(distinct shop_id)::int as shops,
      count(*) filter (where created_at > ${addMs(clock.now(), -days(180))})::int as recent
    from shop_order where tenant_id = ${own.tenantId}`;
  expect(sums?.orders).toBeGreaterThan(1350);
  expect(sums?.orders).toBeLessThan(1650);
  expect(sums?.buyers).toBeGreaterThan(540);
  expect(sums?.buyers).toBeLessThan(660);
  expect(sums?.shops).toBe(2);
  expect(sums?.recent).toBeGreaterThan(400);
  const wrong = await own.sql`
    select o.external_id from shop_order o
    join contact c on c.tenant_id = o.tenant_id and c.id = o.contact_id
    join shop s on s.tenant_id = o.tenant_id and s.id = o.shop_id
    cross join lateral (
      select sum(i.quantity * i.price) as total from order_item i where i.tenant_id = o.tenant_id and i.order_id = o.id
    ) i
    where o.total <> i.total or o.email <> c.email or o.currency <> all(s.currencies) or o.created_at < c.created_at
      or o.created_at > ${clock.now()} or o.paid_at > ${clock.now()} or o.completed_at > ${clock.now()}
      or o.paid_at < o.created_at or (o.state_category = 'completed') <> (o.completed_at is not null)
      or o.search <> ' ' || lower(o.external_id) || ' ' || c.email`;
  expect(wrong).toEqual([]);
  const withoutContact = await own.sql`
    select c.id from contact c where c.tenant_id = ${own.tenantId} and c.status = 'customer'
      and not exists (select from shop_order o where o.tenant_id = c.tenant_id and o.contact_id = c.id)`;
  expect(withoutContact).toEqual([]);
});

it("has notifications read and unread", async () => {
  const rows = await own.sql`
    select type, read_at is not null as read from notification where tenant_id = ${own.tenantId} order by id`;
  const { rows: campaigns } = await listCampaigns(own, { sort: "createdAt", limit: 5, offset: 0 });
  const named = await own.sql<{ name: string; recipients: number }[]>`
    select params ->> 'name' as name, (params ->> 'recipients')::int as recipients from notification
    where tenant_id = ${own.tenantId} and type = 'campaign_sent' order by id`;
  expect(named).toEqual(campaigns.slice(0, 2).map(({ name, recipients }) => ({ name, recipients })));
  expect(rows).toEqual([
    { type: "import_finished", read: true },
    { type: "import_finished", read: true },
    { type: "campaign_sent", read: true },
    { type: "campaign_sent", read: false },
    { type: "campaign_approval_requested", read: false },
    { type: "welcome", read: false },
  ]);
});

it("has two sent campaigns and a draft, with statistics equal to the messages and the journal", async () => {
  const { rows: campaigns } = await listCampaigns(own, { sort: "createdAt", limit: 5, offset: 0 });
  expect(campaigns.map(({ status }) => status)).toEqual(["completed", "completed", "draft"]);
  for (const { id, recipients, startedAt, finishedAt, audience } of campaigns.slice(0, 2)) {
    const [messages] = await own.sql<Record<"n" | "bounced" | "opened" | "clicked" | "unsubscribed", number>[]>`
      select count(*)::int as n, count(*) filter (where state = 'hardbounced')::int as bounced,
        count(opened_at)::int as opened, count(clicked_at)::int as clicked, count(unsubscribed_at)::int as unsubscribed
      from message where tenant_id = ${own.tenantId} and source_id = ${id}`;
    expect(messages?.n).toBe(recipients);
    expect(messages?.opened).toBeGreaterThan(200);
    expect(messages?.clicked).toBeGreaterThan(40);
    expect(finishedAt && startedAt && finishedAt > startedAt).toBe(true);
    expect(audience.listIds).toHaveLength(1);
    const totals = await own.sql<{ metric: string; n: number }[]>`
      select metric, n::int from campaign_metric_total where tenant_id = ${own.tenantId} and campaign_id = ${id}`;
    const kept = Object.fromEntries(totals.map(({ metric, n }) => [metric, n]));
    expect(kept).toMatchObject({ sent: messages?.n, opened: messages?.opened, clicked: messages?.clicked });
    expect({ bounced: kept["bounced"] ?? 0, unsubscribed: kept["unsubscribed"] ?? 0 }).toEqual({
      bounced: messages?.bounced,
      unsubscribed: messages?.unsubscribed,
    });
    const [states] = await own.sql<{ n: number }[]>`
      select sum(n)::int as n from message_state_count where tenant_id = ${own.tenantId} and source_id = ${id}`;
    expect(states?.n).toBe(recipients);
  }
  expect(await findStatDifferences(own, addMs(clock.now(), -days(60)))).toEqual([]);
});

it("has a second member who cannot sign in, and whose draft waits for the owner's approval", async () => {
  const people = await listMembers(own);
  expect(people.map(({ email, roles }) => [email, roles])).toEqual([
    [demoEmail, ["account_admin"]],
    [colleague.email, ["marketing_manager"]],
  ]);
  const approvals = await listApprovals(own, { limit: 10, offset: 0 });
  expect(approvals.map(({ state }) => state)).toEqual(["waiting", "used", "returned"]);
  const [waiting] = approvals;
  const [draft] = await own.sql<{ mailable: number }[]>`
    select count(*)::int as mailable from contact c
    join campaign d on d.tenant_id = c.tenant_id and d.id = ${waiting?.campaign.id ?? ""}
    join list_member k on k.tenant_id = c.tenant_id and k.contact_id = c.id
      and k.list_id = (d.audience -> 'listIds' ->> 0)::bigint
    where c.tenant_id = ${own.tenantId} and ${isMailable(own)}`;
  expect(waiting?.recipients).toBe(draft?.mailable);
  const { rows: campaigns } = await listCampaigns(own, { sort: "createdAt", limit: 5, offset: 0 });
  const page = { limit: 20, offset: 0, isOldestFirst: true };
  const histories = await Promise.all(campaigns.map(({ id }) => listChanges(own, id, page)));
  expect(histories.map((changes) => changes.at(-1)?.change)).toEqual(["approved", "approved", "approval_requested"]);
  expect(histories.flat().every(({ at, actor }) => actor !== null && at < clock.now())).toBe(true);
});

it("has a connected application without a token, and DMARC reports of two providers", async () => {
  const now = clock.now();
  expect(await listConnectedApps(own, { memberId: null, now })).toMatchObject([
    { scope: "read", member: { email: demoEmail } },
  ]);
  expect(await own.sql`select id from oauth_token`).toEqual([]);
  const [domain, ...others] = await listDmarcDomainOverviews(own, addMs(now, -days(30)));
  expect(others).toEqual([]);
  expect(domain).toMatchObject({ domain: "vceli-dvur.example.com", policy: "quarantine", reporters: 2 });
  expect(domain?.passed).toBeGreaterThan(1000);
  expect(domain?.passed).toBeLessThan(domain?.messages ?? 0);
});

it("has a segment and a published form with its sign-ups", async () => {
  expect(await own.sql`select refresh, rule_count from segment where tenant_id = ${own.tenantId}`).toEqual([
    { refresh: "daily", ruleCount: 1 },
  ]);
  const { rows: forms } = await listForms(own, { limit: 5, offset: 0 });
  expect(forms).toMatchObject([{ isActive: true, kind: "classic" }]);
  const [signUps] = await own.sql<{ submitted: number; confirmed: number }[]>`
    select count(*)::int as submitted, count(*) filter (where state = 'confirmed')::int as confirmed
    from form_signup where tenant_id = ${own.tenantId} and form_id = ${forms[0]?.id ?? ""}`;
  expect(forms).toMatchObject([{ submitted: signUps?.submitted, confirmed: signUps?.confirmed }]);
  expect(signUps?.confirmed).toBeGreaterThan(300);
});

it("has lists of its own and of its shops, with exact sizes", async () => {
  const lists = await own.sql<{ name: string; n: number }[]>`
    select l.name, sum(k.n)::int as n from list l
    join list_count k on k.tenant_id = l.tenant_id and k.list_id = l.id
    where l.tenant_id = ${own.tenantId} group by l.id, l.name order by l.id`;
  expect(lists).toHaveLength(9);
  for (const { n } of lists) expect(n).toBeGreaterThan(10);
  expect(await findListSizeDifferences(own)).toEqual([]);
});

it("has coupons with exact counts, products of a feed, and a template that uses both", async () => {
  const { rows: stacks } = await listStacks(own, {}, { sort: "id", limit: 5, offset: 0 });
  expect(stacks).toMatchObject([{ mergeKey: "verni", counts: { free: 460, assigned: 40, used: 0 } }]);
  expect(await findCouponCountDifferences(own)).toEqual([]);
  const { rows: feeds } = await listFeeds(own, {}, { sort: "id", limit: 5, offset: 0 });
  expect(feeds).toMatchObject([{ kind: "heureka", status: "ok", items: products.length }]);
  const feedId = feeds[0]?.id ?? "";
  const [template] = await own.sql<{ html: string }[]>`
    select html from content_version where tenant_id = ${own.tenantId} and html like '%{{coupon:verni}}%'`;
  expect(Object.keys(await findFeedBlocks(own, [template?.html], { language: "cs", now: () => new Date() }))).toEqual([
    `products:${feedId}.last-category.3`,
  ]);
});
