import { expect, it } from "vitest";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aForm, aSignUp } from "../../../tests/harness/factories/forms.ts";
import { anOrder } from "../../../tests/harness/factories/orders.ts";

/** A contact of a list with an order, an answer of a survey and a sign-up: rows that stay without it. */
async function aLinkedContact(own: TestCompany) {
  const list = await own.aList();
  const contact = await own.aContact({ listIds: [list.id] });
  await own.api.ok("recordOrders", { body: anOrder(own, { email: contact.email }) });
  await aSignUp(own, await aForm(own), { email: contact.email });
  const survey = await own.api.ok("createSurvey", {
    body: { name: "Spring", questions: [{ key: "why", type: "text", label: "Why?" }], active: true },
  });
  await own.ctx.db.sql`
    insert into survey_response (tenant_id, survey_id, contact_id, answers, at)
    values (${own.tenantId}, ${survey.id}, ${contact.id}, '{}', now())`;
  return { list, contact };
}

const readLinks = async ({ ctx: { db } }: TestCompany) => {
  const { sql, tenantId } = db;
  const [orders, answers, signUps] = await Promise.all([
    sql`select contact_id from shop_order where tenant_id = ${tenantId}`,
    sql`select contact_id from survey_response where tenant_id = ${tenantId}`,
    sql`select contact_id from form_signup where tenant_id = ${tenantId}`,
  ]);
  return [...orders, ...answers, ...signUps].map(({ contactId }) => contactId);
};

it("keeps orders, answers and sign-ups of a deleted contact without it", async () => {
  const own = await company();
  const { contact } = await aLinkedContact(own);
  expect(await readLinks(own)).toEqual([contact.id, contact.id, contact.id]);
  await own.api.ok("deleteContact", { params: { id: contact.id } });
  expect(await readLinks(own)).toEqual([null, null, null]);
});

it("keeps them when a list is deleted with its contacts", async () => {
  const own = await company();
  const { list } = await aLinkedContact(own);
  await own.api.call("deleteList", { params: { list_id: list.id }, query: { mode: "with_contacts" } });
  await own.runActions();
  expect((await own.api.ok("listContacts")).total).toBe(0);
  expect(await readLinks(own)).toEqual([null, null, null]);
});

it("keeps nothing of an erased contact but its order and the time of its sign-up", async () => {
  const own = await company();
  const { contact } = await aLinkedContact(own);
  await own.api.ok("eraseContact", { params: { id: contact.id }, body: { confirm: true } });
  expect(await readLinks(own)).toEqual([null, null]);
  const { sql, tenantId } = own.ctx.db;
  for (const table of ["shop_order", "survey_response", "form_signup"]) {
    const rows = await sql`
      select from ${sql(table)} t where tenant_id = ${tenantId} and position(${contact.email} in lower(t::text)) > 0`;
    expect(rows).toHaveLength(0);
  }
});
