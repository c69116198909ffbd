import { expect, it } from "vitest";
import { aCampaign, appendEmailEvents } from "../../../../tests/harness/factories/campaign-events.ts";
import { anEmail, company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { anImport } from "../../../../tests/harness/factories/imports.ts";
import { rowsReadBy } from "../../../../tests/harness/servers/rows-read.ts";
import { addDays, dayAt } from "../../../kernel/local-time.ts";
import { getDashboard } from "./service.ts";

const dashboardOf = async (own: TestCompany) => {
  await own.runListeners();
  return own.api.ok("getDashboard");
};

const changesOf = ({ contacts: { total, subscribed, added, lost } }: Awaited<ReturnType<typeof dashboardOf>>) => ({
  total,
  subscribed,
  added,
  lost,
});

it("counts contacts by state, and those added and lost in 30 days, day by day", async () => {
  const own = await company();
  const today = dayAt(own.clock.now(), "Europe/Prague");
  const days = Array.from({ length: 30 }, (_, index) => addDays(today, index - 29));
  const empty = await dashboardOf(own);
  expect(empty.contacts).toEqual({
    total: 0,
    subscribed: 0,
    mailable: 0,
    added: 0,
    lost: 0,
    trend: days.map((day) => ({ day, added: 0, lost: 0 })),
  });
  const people = [await own.aContact(), await own.aContact(), await own.aContact(), await own.aContact()];
  const [left, blocked, deleted] = people;
  await own.api.ok("unsubscribeContact", { params: { id: left?.id ?? "" }, body: {} });
  await own.api.ok("blacklistContact", { params: { id: blocked?.id ?? "" }, body: {} });
  await own.api.ok("deleteContact", { params: { id: deleted?.id ?? "" } });
  const full = await dashboardOf(own);
  expect(changesOf(full)).toEqual({ total: 3, subscribed: 1, added: 4, lost: 2 });
  expect(full.contacts.trend.at(-1)).toEqual({ day: today, added: 4, lost: 2 });
  expect(full.contacts.trend.map(({ day }) => day)).toEqual(days);
});

it("counts as mailable whom a campaign would reach: nobody with a weak consent, and who was refused at creation neither", async () => {
  const own = await company();
  const { api } = own;
  const list = await own.aList();
  const former = await own.aContact();
  await api.ok("unsubscribeContact", { params: { id: former.id }, body: {} });
  await api.ok("deleteContact", { params: { id: former.id } });
  await anImport(own, { text: ["email", anEmail(), former.email].join("\n"), listIds: [list.id] });
  await anImport(own, { text: `email\n${anEmail()}`, listIds: [list.id], options: { consentWeak: true } });
  const { contacts } = await dashboardOf(own);
  const audience = await api.ok("measureAudience", { body: { audience: { listIds: [list.id] } } });
  expect(contacts).toMatchObject({ total: 3, subscribed: 2, mailable: 1 });
  expect(audience).toMatchObject({ recipients: 1, leftOut: { weak_consent: 1 } });
});

it("counts a contact as lost once, until it comes back", async () => {
  const own = await company();
  const { id } = await own.aContact();
  await own.api.ok("blacklistContact", { params: { id }, body: {} });
  await own.api.ok("unsubscribeContact", { params: { id }, body: {} });
  expect(changesOf(await dashboardOf(own))).toMatchObject({ added: 1, lost: 1 });
  const other = await own.aContact();
  await own.api.ok("blacklistContact", { params: { id: other.id }, body: {} });
  await own.api.ok("unblacklistContact", { params: { id: other.id } });
  await own.api.ok("unsubscribeContact", { params: { id: other.id }, body: {} });
  expect(changesOf(await dashboardOf(own))).toMatchObject({ added: 2, lost: 3 });
});

it("shows days of the company's calendar, also the one on which the clock changes", async () => {
  const own = await company();
  const { db } = own.ctx;
  const created = (at: string, count: number) => ({
    type: "contacts_created",
    at,
    payload: { source: "import", to: "subscribed", lists: [], count, contactIds: "" },
  });
  // In Prague the 25th of October 2026 has 25 hours, from 22:00 UTC of the 24th until 23:00 UTC.
  const entries = [
    created("2026-10-24T21:59:59Z", 1),
    created("2026-10-24T22:00:00Z", 2),
    created("2026-10-25T22:59:59Z", 4),
    created("2026-10-25T23:00:00Z", 8),
    created("2026-09-26T21:59:59Z", 100),
  ];
  own.clock.set(new Date("2026-10-26T22:59:59Z"));
  await db.sql`
    insert into journal (tenant_id, at, type, payload)
    select ${db.tenantId}, e.at, e.type, e.payload
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e(at timestamptz, type text, payload jsonb)`;
  const { contacts } = await dashboardOf(own);
  expect(contacts.trend.slice(-4)).toEqual([
    { day: "2026-10-23", added: 0, lost: 0 },
    { day: "2026-10-24", added: 1, lost: 0 },
    { day: "2026-10-25", added: 6, lost: 0 },
    { day: "2026-10-26", added: 8, lost: 0 },
  ]);
  expect(contacts.trend[0]?.day).toBe("2026-09-27");
  expect(contacts.added).toBe(15);
});

it("shows the e-mails of 30 days and of the 30 days before as the e-mail statistics do", async () => {
  const own = await company();
  const { id: contactId } = await own.aContact({ email: anEmail() });
  const campaignId = await aCampaign(own, { startedAt: own.clock.now() });
  const daysAgo = (count: number) => new Date(own.clock.now().getTime() - count * 86_400_000);
  await appendEmailEvents(own, { campaignId }, [
    { type: "email_sent", contactId },
    { type: "email_sent", contactId, at: daysAgo(40) },
  ]);
  const { emails } = await dashboardOf(own);
  const { totals, previous } = await own.api.ok("getEmailStats");
  expect(emails).toEqual({ totals, previous });
  expect(emails).toMatchObject({ totals: { sent: 1, campaigns: 1 }, previous: { sent: 1, campaigns: 0 } });
});

it("shows one shop: its contacts, and the e-mails of its campaigns and automations", async () => {
  const own = await company();
  const other = await own.api.ok("createShop", {
    body: { name: "Second", language: "sk", country: "SK", currencies: ["EUR"] },
  });
  const [first] = [await own.aContact(), await own.aContact()];
  await own.aContact({ shopId: other.id });
  await own.api.ok("unsubscribeContact", { params: { id: first.id }, body: {} });
  const at = new Date(own.clock.now().getTime() - 3_600_000);
  const campaignId = await aCampaign(own, { startedAt: at });
  await appendEmailEvents(own, { campaignId }, [{ type: "email_sent", contactId: first.id, at }]);
  await own.runListeners();
  const [here, there] = [
    await own.api.ok("getDashboard", { query: { shop: own.shopId } }),
    await own.api.ok("getDashboard", { query: { shop: other.id } }),
  ];
  expect(changesOf(here)).toEqual({ total: 2, subscribed: 1, added: 2, lost: 1 });
  expect(changesOf(there)).toEqual({ total: 1, subscribed: 1, added: 1, lost: 0 });
  expect(here.contacts.trend.at(-1)).toMatchObject({ added: 2, lost: 1 });
  expect(here.emails.totals).toMatchObject({ campaigns: 1, sent: 1 });
  expect(there.emails.totals).toMatchObject({ campaigns: 0, sent: 0 });
  const unknown = await own.api.refused("getDashboard", { query: { shop: "999999999" } });
  expect(unknown).toMatchObject({ status: 400, code: "validation", message: "shop" });
});

it("shows another period", async () => {
  const own = await company();
  const today = dayAt(own.clock.now(), "Europe/Prague");
  await own.aContact();
  await own.runListeners();
  const week = await own.api.ok("getDashboard", { query: { from: addDays(today, -6) } });
  expect(week.contacts).toMatchObject({ added: 1, trend: { length: 7 } });
  expect(week.emails.previous).toMatchObject({ from: addDays(today, -13), to: addDays(today, -6) });
  const before = await own.api.ok("getDashboard", { query: { from: addDays(today, -8), to: addDays(today, -1) } });
  expect(before.contacts).toMatchObject({ total: 1, added: 0 });
});

it("reads counters and the list of campaigns only", async () => {
  const own = await company();
  const { id: contactId } = await own.aContact();
  const campaignId = await aCampaign(own);
  await appendEmailEvents(own, { campaignId }, [{ type: "email_sent", contactId }]);
  expect((await dashboardOf(own)).emails.totals.sent).toBe(1);
  const rows = await rowsReadBy(own.ctx.db, (db) => getDashboard({ ...own.ctx, db }, {}));
  expect(Object.keys(rows).toSorted()).toEqual(["campaign", "company_hourly_stat", "contact_count"]);
});

it("is open to every role and shows nothing of another company", async () => {
  const [own, stranger] = [await company(), await company()];
  await own.aContact();
  const accountant = await own.apiWith({ scope: "read", roles: ["accountant"] });
  await own.runListeners();
  expect((await accountant.ok("getDashboard")).contacts).toMatchObject({ total: 1, added: 1 });
  expect((await stranger.api.ok("getDashboard")).contacts).toMatchObject({ total: 0, added: 0 });
});
