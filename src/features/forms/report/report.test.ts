import { expect, it } from "vitest";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { aConfirmedSignUp, aForm, aSignUp } from "../../../../tests/harness/factories/forms.ts";
import { submitForm, visit } from "../../../../tests/harness/servers/public-pages.ts";
import { addDays, dayAt, days, hours } from "../../../kernel/local-time.ts";
import { deleteOldViews } from "./queries.ts";

const shop = "https://shop.example";

const reportOf = (own: TestCompany, formId: string, query: Record<string, string> = {}) =>
  own.api.ok("getFormReport", { params: { form_id: formId }, query });

/** Sends what the script sends when the form comes into sight. */
const aView = (own: TestCompany, key: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  submitForm(own, `/f/${key}/view`, fields, headers);

it("counts views, sign-ups and confirmations by day, page and source", async () => {
  const own = await company();
  const form = await aForm(own);
  const hosted = `/f/${form.key}`;
  await visit(own, hosted, { referer: "https://www.facebook.com/" });
  await visit(own, `${hosted}?utm_source=Newsletter`);
  await visit(own, hosted);
  const inArticle = { _page: `${shop}/blog/spring?id=7#top`, _referrer: "https://www.seznam.cz/" };
  for (let n = 0; n < 3; n += 1) expect((await aView(own, form.key, inArticle)).status).toBe(204);
  await aConfirmedSignUp(own, form, inArticle);
  await aSignUp(own, form, { _page: `${shop}/?utm_source=newsletter` });
  const report = await reportOf(own, form.id);
  expect(report.totals).toEqual({ views: 6, signUps: 2, confirmed: 1 });
  expect(report.days).toHaveLength(30);
  const today = dayAt(own.clock.now(), own.ctx.company.timeZone);
  expect(report.days.at(-1)).toEqual({ day: today, views: 6, signUps: 2, confirmed: 1 });
  expect(report.to).toBe(addDays(today, 1));
  expect(report.pages).toEqual([
    { page: `${shop}/blog/spring`, views: 3, signUps: 1, confirmed: 1 },
    { page: form.url, views: 3, signUps: 0, confirmed: 0 },
    { page: `${shop}/`, views: 0, signUps: 1, confirmed: 0 },
  ]);
  expect(report.sources).toEqual([
    { source: "www.seznam.cz", views: 3, signUps: 1, confirmed: 1 },
    { source: "newsletter", views: 1, signUps: 1, confirmed: 0 },
    { source: "", views: 1, signUps: 0, confirmed: 0 },
    { source: "www.facebook.com", views: 1, signUps: 0, confirmed: 0 },
  ]);
});

it("keeps what led to the hosted page until the form is sent, also after a problem", async () => {
  const own = await company();
  const form = await aForm(own);
  const url = `/f/${form.key}`;
  const answer = await visit(own, url, { referer: "https://www.facebook.com/groups/7?me=eva" });
  expect(answer.body).toContain('name="_referrer" value="https://www.facebook.com"');
  const wrong = await submitForm(own, url, { email: "no", _referrer: "https://www.facebook.com" });
  expect(wrong.html).toContain('name="_referrer" value="https://www.facebook.com/"');
  await aSignUp(own, form, { _referrer: "https://www.facebook.com" });
  expect((await reportOf(own, form.id)).sources).toEqual([
    { source: "www.facebook.com", views: 1, signUps: 1, confirmed: 0 },
  ]);
});

it("reads a campaign parameter that no column can hold, and loses no sign-up for it", async () => {
  const own = await company();
  const form = await aForm(own);
  const fields = { _page: `${shop}/?utm_source=Face%00book%0A`, _referrer: "https://%00/" };
  expect((await aView(own, form.key, fields)).status).toBe(204);
  await aSignUp(own, form, fields);
  expect((await reportOf(own, form.id)).sources).toEqual([{ source: "facebook", views: 1, signUps: 1, confirmed: 0 }]);
});

it("takes a page whose address is too long in ASCII for none, and loses no sign-up for it", async () => {
  const own = await company();
  const form = await aForm(own);
  const fields = { _page: `https://a.${"%C3%BC.".repeat(275)}cz/` };
  expect((await aView(own, form.key, fields)).status).toBe(204);
  await aSignUp(own, form, fields);
  expect((await reportOf(own, form.id)).pages).toEqual([{ page: "", views: 1, signUps: 1, confirmed: 0 }]);
});

it("keeps views as long as a report can show them, and no longer than their form", async () => {
  const own = await company();
  const form = await aForm(own);
  const url = `/f/${form.key}`;
  const { db } = own.ctx;
  const countRows = async () =>
    (await db.sql`select from form_view where tenant_id = ${db.tenantId} and form_id = ${form.id}`).length;
  await visit(own, url);
  own.clock.advance(days(1099));
  await visit(own, url);
  await deleteOldViews(db, own.clock.now());
  expect(await countRows()).toBe(2);
  own.clock.advance(days(2));
  await deleteOldViews(db, own.clock.now());
  expect(await countRows()).toBe(1);
  await own.api.ok("deleteForm", { params: { form_id: form.id } });
  expect(await countRows()).toBe(0);
});

it("counts no bot, no prefetch, no closed form, no thanks and no failed sign-up", async () => {
  const own = await company();
  const form = await aForm(own);
  const url = `/f/${form.key}`;
  await visit(own, url, { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" });
  await visit(own, url, { "sec-purpose": "prefetch" });
  await visit(own, `${url}?sent=1`);
  await submitForm(own, url, { email: "no" });
  await aView(own, form.key, { _page: `${shop}/` }, { "user-agent": "curl/8.5" });
  await own.api.ok("updateForm", { params: { form_id: form.id }, body: { status: "inactive" } });
  await visit(own, url);
  await aView(own, form.key, { _page: `${shop}/` });
  expect((await reportOf(own, form.id)).totals).toEqual({ views: 0, signUps: 0, confirmed: 0 });
  expect((await aView(own, "unknown-form-key-1", {})).status).toBe(404);
});

it("keeps no address and no parameter of a page, and tells 200 origins of a day apart", async () => {
  const own = await company();
  const form = await aForm(own);
  await aView(own, form.key, { _page: `${shop}/u/eva@example.com?token=1`, _referrer: "nonsense" });
  await aView(own, form.key, { _page: `${shop}/?utm_source=eva%40example.com` });
  for (let n = 0; n < 205; n += 1) await aView(own, form.key, { _page: `${shop}/page-${n}` });
  const { db } = own.ctx;
  const rows = await db.sql<{ page: string; views: number }[]>`
    select page, views from form_view where tenant_id = ${db.tenantId} and form_id = ${form.id} order by views desc`;
  expect(rows).toHaveLength(201);
  expect(rows.slice(0, 2)).toEqual([
    { page: "", views: 6 },
    { page: `${shop}/`, views: 2 },
  ]);
  expect(JSON.stringify(rows)).not.toContain("eva");
});

it("counts at most 300 views an hour from one network", async () => {
  const own = await company();
  const form = await aForm(own);
  const views = async () => (await reportOf(own, form.id)).totals.views;
  for (let n = 0; n < 301; n += 1) expect((await aView(own, form.key, { _page: `${shop}/` })).status).toBe(204);
  expect(await views()).toBe(300);
  own.clock.advance(hours(1));
  await aView(own, form.key, { _page: `${shop}/` });
  expect(await views()).toBe(301);
});

it("reports the days asked for, in the company's time zone", async () => {
  const own = await company();
  const form = await aForm(own);
  // Half past midnight in Prague.
  own.clock.set(new Date("2026-03-09T23:30:00Z"));
  await visit(own, `/f/${form.key}`);
  await aSignUp(own, form);
  const totals = async (from: string, to: string) => (await reportOf(own, form.id, { from, to })).totals;
  expect(await totals("2026-03-09", "2026-03-10")).toEqual({ views: 0, signUps: 0, confirmed: 0 });
  expect(await totals("2026-03-10", "2026-03-11")).toEqual({ views: 1, signUps: 1, confirmed: 0 });
});

it("refuses a time without days and another company's form, and is read with a read-only key", async () => {
  const own = await company();
  const form = await aForm(own);
  const params = { form_id: form.id };
  expect(
    await own.api.refused("getFormReport", { params, query: { from: "2026-03-10", to: "2026-03-10" } }),
  ).toMatchObject({ status: 400, message: "to" });
  const other = await company();
  expect(await other.api.refused("getFormReport", { params })).toMatchObject({ status: 404 });
  const reader = await own.apiWith({ scope: "read" });
  expect((await reader.ok("getFormReport", { params })).totals.views).toBe(0);
});
