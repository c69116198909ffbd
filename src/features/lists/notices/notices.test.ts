import { expect, it } from "vitest";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { adminEmail, captureMail } from "../../../../tests/harness/servers/sign-in.ts";
import { listNoticeMailJob, sendListNoticeMail } from "./notices.ts";

/** Runs the queued mail jobs of this company as a worker does. */
async function sentNotices(test: TestCompany) {
  const { app, clock, ctx } = test;
  const { caught, transport } = captureMail();
  const jobs = await app.db.sql<{ data: Parameters<typeof sendListNoticeMail>[1] }[]>`
    select data from pgboss.job where name = ${listNoticeMailJob.name} and data->>'tenantId' = ${ctx.db.tenantId}
    order by data->>'event', created_on`;
  const parts = { db: app.db, clock, transport, mailFrom: "service@example.com", publicUrl: "http://example.com" };
  for (const { data } of jobs) await sendListNoticeMail(parts, data);
  return caught;
}

it("sends the company one e-mail about additions to a list and one about unsubscriptions", async () => {
  const test = await company();
  const { api, aList, aContact, runListeners } = test;
  const notified = await aList({ name: "Zprávy", notifyOnAdd: true, notifyOnUnsubscribe: true });
  const silent = await aList();
  const listIds = [notified.id, silent.id];
  const [one, two, three] = [await aContact({ listIds }), await aContact({ listIds }), await aContact({ listIds })];
  await api.ok("unsubscribeListMembers", { params: { list_id: notified.id }, body: { contactIds: [one.id] } });
  await api.ok("unsubscribeContact", { params: { id: two.id }, body: {} });
  await runListeners();
  await runListeners();
  const [added, left, ...more] = await sentNotices(test);
  expect(more).toEqual([]);
  expect(added?.to).toBe(await adminEmail(test));
  for (const { email } of [one, two, three]) expect(added?.raw).toContain(email);
  expect(added?.raw).toContain("Počet nových kontaktů v seznamu: 3.");
  expect(left?.raw).toContain("Počet kontaktů, které se odhlásily: 2.");
  for (const { email } of [one, two]) expect(left?.raw).toContain(email);
  expect(left?.raw).not.toContain(three.email);
});

it("lists twenty addresses and the total", async () => {
  const test = await company();
  const { api, aList, aContact, runListeners } = test;
  const { id } = await aList({ notifyOnAdd: true });
  const contacts = await Promise.all(Array.from({ length: 22 }, () => aContact()));
  const contactIds = contacts.map((contact) => contact.id);
  await api.ok("addListMembers", { params: { list_id: id }, body: { contactIds } });
  await runListeners();
  const [notice] = await sentNotices(test);
  expect(notice?.raw).toContain("… a další, celkem 22.");
});

it("writes nothing for a company without an address", async () => {
  const test = await company();
  const { api, app, ctx, aList, aContact, runListeners } = test;
  const { id } = await aList({ notifyOnAdd: true });
  const contact = await aContact();
  await api.ok("addListMembers", { params: { list_id: id }, body: { contactIds: [contact.id] } });
  await runListeners();
  await app.db.sql`update company set email = null where tenant_id = ${ctx.db.tenantId}`;
  expect(await sentNotices(test)).toEqual([]);
});
