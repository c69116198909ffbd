import { describe, expect, it } from "vitest";
import { company, type TestCompany } from "../../../../../tests/harness/factories/company.ts";
import {
  aGraph,
  anActiveAutomation,
  anAutomation,
  enter,
  paramsOf,
  runAutomations,
  waitGraph,
} from "../../../../../tests/harness/factories/automations.ts";
import { adminEmail, captureMail } from "../../../../../tests/harness/servers/sign-in.ts";
import { memberMailJob, sendMemberMail } from "./notify.ts";

type Config = Record<string, unknown>;

/** Behind the trigger `t`. */
const listPasses = async ({ ctx: { db } }: TestCompany): Promise<(string | null)[][]> =>
  (
    await db.sql<{ node: string; result: string; reason: string | null }[]>`
      select node, result, reason from automation_pass where tenant_id = ${db.tenantId} and node <> 't'
      order by run_id, id`
  ).map(({ node, result, reason }) => [node, result, reason]);

/** Contacts go through one step. */
async function passStep(test: TestCompany, type: string, config: Config, contactIds: readonly string[]) {
  const automation = await anActiveAutomation(test, aGraph({ t: ["manual"], s: [type, config] }, ["t s"]));
  await enter(test, automation, contactIds);
  await runAutomations(test);
  return automation;
}

const listMembers = async ({ api }: TestCompany, listId: string) =>
  (await api.ok("listListMembers", { params: { list_id: listId }, query: { sort: "id" } })).items.map(
    ({ id, memberState }) => [id, memberState],
  );

const listEvents = async ({ ctx: { db } }: TestCompany, type: string) => [
  ...(await db.sql`
    select contact_id, payload from journal where tenant_id = ${db.tenantId} and type = ${type} order by contact_id`),
];

it("assign a coupon, keep the one that the contact has, and fail when the stack is empty", async () => {
  const test = await company();
  const stack = await test.api.ok("createCouponStack", { body: { name: "Spring", mergeKey: "spring" } });
  const params = { stack_id: stack.id };
  await test.api.ok("addCouponCodes", { params, body: { codes: ["A", "B"] } });
  const [owner, first, late] = [await test.aContact(), await test.aContact(), await test.aContact()];
  await test.api.ok("assignCoupon", { params, body: { contactId: owner.id } });
  const automation = await passStep(test, "assign_coupon", { stackId: stack.id }, [owner.id, first.id, late.id]);
  expect(await listPasses(test)).toEqual([
    ["s", "done", null],
    ["s", "done", null],
    ["s", "failed", "empty"],
  ]);
  const { items } = await test.api.ok("listCoupons", { params });
  expect(new Set(items.map(({ code, contactId }) => `${code} ${contactId}`))).toEqual(
    new Set([`A ${owner.id}`, `B ${first.id}`]),
  );
  expect(await test.api.refused("deleteCouponStack", { params })).toMatchObject({
    status: 409,
    message: "used",
    params: { by: [{ kind: "automation", id: automation.id, name: automation.name }] },
  });
});

describe("steps about lists", () => {
  it("add contacts, but never one who left the list or opted out", async () => {
    const test = await company();
    const { api } = test;
    const list = await test.aList();
    const [fresh, left, optedOut] = [await test.aContact(), await test.aContact(), await test.aContact()];
    const params = { list_id: list.id };
    await api.ok("addListMembers", { params, body: { contactIds: [left.id] } });
    await api.ok("unsubscribeListMembers", { params, body: { contactIds: [left.id] } });
    await api.ok("unsubscribeContact", { params: { id: optedOut.id }, body: {} });
    await passStep(test, "add_to_list", { listId: list.id }, [fresh.id, left.id, optedOut.id]);
    expect(await listPasses(test)).toEqual([
      ["s", "done", null],
      ["s", "skipped", "opted_out"],
      ["s", "skipped", "opted_out"],
    ]);
    expect(await listMembers(test, list.id)).toEqual([
      [fresh.id, "confirmed"],
      [left.id, "unsubscribed"],
    ]);
    expect(await listEvents(test, "list_added")).toMatchObject([{ contactId: fresh.id }, { contactId: left.id }]);
  });

  it("remove and unsubscribe members", async () => {
    const test = await company();
    const list = await test.aList();
    const [removed, gone] = [await test.aContact(), await test.aContact()];
    const params = { list_id: list.id };
    await test.api.ok("addListMembers", { params, body: { contactIds: [removed.id, gone.id] } });
    await passStep(test, "remove_from_list", { listId: list.id }, [removed.id]);
    await passStep(test, "unsubscribe", { listId: list.id }, [gone.id]);
    expect(await listMembers(test, list.id)).toEqual([[gone.id, "unsubscribed"]]);
    expect(await listEvents(test, "list_removed")).toMatchObject([{ payload: { reason: "automation" } }]);
    expect((await test.api.ok("getContact", { params: { id: gone.id } })).status).toBe("subscribed");
  });

  it("fail for the lists of an e-shop", async () => {
    const test = await company();
    const { db } = test.ctx;
    const list = await test.aList();
    const { id } = await test.aContact();
    await db.sql`
      update list set system_kind = 'shop_contacts', shop_id = ${test.shopId}
      where tenant_id = ${db.tenantId} and id = ${list.id}`;
    for (const type of ["add_to_list", "remove_from_list", "unsubscribe"]) {
      await passStep(test, type, { listId: list.id }, [id]);
    }
    expect(await listPasses(test)).toEqual([1, 2, 3].map(() => ["s", "failed", "list"]));
  });
});

describe("steps about contacts", () => {
  it("unsubscribe from everything", async () => {
    const test = await company();
    const [one, two] = [await test.aContact(), await test.aContact()];
    await passStep(test, "unsubscribe", {}, [one.id, two.id]);
    expect(await test.api.ok("getContact", { params: { id: one.id } })).toMatchObject({ status: "unsubscribed" });
    expect(await listEvents(test, "unsubscribed")).toMatchObject([
      { contactId: one.id, payload: { reason: "automation" } },
      { contactId: two.id, payload: { reason: "automation" } },
    ]);
  });

  it("set a field of the profile, with what follows from it, and journal only changes", async () => {
    const test = await company();
    const [one, two] = [await test.aContact({ firstName: "Jan" }), await test.aContact({ firstName: "Petr" })];
    await passStep(test, "set_field", { field: "firstName", value: "Petr" }, [one.id, two.id]);
    const contact = await test.api.ok("getContact", { params: { id: one.id } });
    expect(contact).toMatchObject({ firstName: "Petr", vocativeFirstName: "Petře" });
    expect((await test.api.ok("listContacts", { query: { q: "petr" } })).total).toBe(2);
    expect(await listEvents(test, "contact_updated")).toMatchObject([{ contactId: one.id }]);
  });

  it("set a custom field, and fail once it is deleted", async () => {
    const test = await company();
    const field = await test.api.ok("createCustomField", { body: { name: "Level", type: "number" } });
    const { id } = await test.aContact();
    const config = { field: `customFields.${field.id}`, value: 7 };
    const automation = await passStep(test, "set_field", config, [id]);
    expect((await test.api.ok("getContact", { params: { id } })).customFields).toEqual({ [field.id]: 7 });
    await test.api.ok("deleteCustomField", { params: { id: field.id } });
    await enter(test, automation, [(await test.aContact()).id]);
    await runAutomations(test);
    expect(await listPasses(test)).toEqual([
      ["s", "done", null],
      ["s", "failed", "field"],
    ]);
  });

  it("add a label, which is created", async () => {
    const test = await company();
    const { id } = await test.aContact();
    await passStep(test, "add_label", { label: "VIP" }, [id]);
    expect((await test.api.ok("exportContact", { params: { id } })).labels).toEqual(["VIP"]);
  });

  it("fail to add a label where there is no room for another one", async () => {
    const test = await company();
    const { db } = test.ctx;
    await db.sql`
      insert into label (tenant_id, name, color, created_at)
      select ${db.tenantId}, 'Filler ' || i, '#000000', now() from generate_series(1, 500) as i`;
    const { id } = await test.aContact();
    await passStep(test, "add_label", { label: "VIP" }, [id]);
    expect(await listPasses(test)).toEqual([["s", "failed", "limit"]]);
    await passStep(test, "add_label", { label: "filler 3" }, [id]);
    expect((await test.api.ok("exportContact", { params: { id } })).labels).toEqual(["Filler 3"]);
  });
});

describe("the step that starts another automation", () => {
  it("lets contacts in by the other one's rule of re-entry", async () => {
    const test = await company();
    const other = await anActiveAutomation(test, waitGraph);
    const [fresh, inside] = [await test.aContact(), await test.aContact()];
    await enter(test, other, [inside.id]);
    await runAutomations(test);
    await passStep(test, "start_automation", { automationId: other.id }, [fresh.id, inside.id]);
    expect(await listPasses(test)).toEqual([
      ["s", "done", null],
      ["s", "skipped", "already_in"],
    ]);
    expect(await test.api.ok("getAutomation", { params: paramsOf(other) })).toMatchObject({ entered: 2, active: 2 });
  });

  it("is skipped while the other one is not active", async () => {
    const test = await company();
    const other = await anAutomation(test, { graph: waitGraph });
    await passStep(test, "start_automation", { automationId: other.id }, [(await test.aContact()).id]);
    expect(await listPasses(test)).toEqual([["s", "skipped", "inactive"]]);
  });
});

describe("the step that notifies members", () => {
  /** The e-mails to members that the contacts cause. */
  async function notify(test: TestCompany, content: { subject: string; text: string }, contactIds: readonly string[]) {
    const { db } = test.ctx;
    await passStep(test, "notify", { memberIds: [test.member], ...content }, contactIds);
    const jobs = await db.sql<{ data: Parameters<typeof sendMemberMail>[1] }[]>`
      select data from pgboss.job where name = ${memberMailJob.name} and data ->> 'tenantId' = ${db.tenantId}
      order by data -> 'contactIds'`;
    const { caught, transport } = captureMail();
    const parts = { db: test.app.db, clock: test.clock, transport, mailFrom: "service@example.com" };
    return {
      caught,
      send: async () => {
        for (const { data } of jobs) await sendMemberMail(parts, data);
      },
    };
  }

  it("sends one e-mail to each, with the contacts that came together", async () => {
    const test = await company();
    const [one, two] = [await test.aContact(), await test.aContact()];
    const { caught, send } = await notify(test, { subject: "New buyers", text: "Call <them>" }, [one.id, two.id]);
    await send();
    const [mail, ...more] = caught;
    expect(more).toEqual([]);
    expect(mail?.to).toBe(await adminEmail(test));
    for (const part of ["New buyers", "Call <them>", "Call &lt;them&gt;", one.email, two.email]) {
      expect(mail?.raw).toContain(part);
    }
  });

  it("fills merge tags as plain text, in an e-mail per contact", async () => {
    const test = await company();
    const [ann, bob, gone] = [
      await test.aContact({ firstName: "Ann <b>" }),
      await test.aContact({ firstName: "Bob" }),
      await test.aContact(),
    ];
    const { db } = test.ctx;
    await db.sql`
      update contact set last_name = ${"One\r\nBcc: evil@example.com"} where tenant_id = ${db.tenantId} and id = ${bob.id}`;
    const content = { subject: "New: {{df_name}} {{df_surname}}", text: "Call {{df_name}} at\n{{df_emailaddress}}!" };
    const { caught, send } = await notify(test, content, [ann.id, bob.id, gone.id]);
    await test.api.ok("deleteContact", { params: { id: gone.id } });
    await send();
    const [first, second, ...more] = caught.map(({ raw }) => raw.replaceAll("\r\n ", " "));
    expect(more).toEqual([]);
    expect(first).toContain("Subject: New: Ann <b>");
    expect(first).toContain(`Call Ann <b> at\r\n${ann.email}!`);
    expect(first).toContain(`Call Ann &lt;b&gt; at<br>${ann.email}!`);
    expect(second).toContain("Subject: New: Bob One Bcc: evil@example.com");
    expect(second).not.toMatch(/^Bcc:/m);
  });

  it("sends at most 20 e-mails with merge tags at once, the last with the number of contacts", async () => {
    const test = await company();
    const contacts = await Promise.all(Array.from({ length: 22 }, () => test.aContact()));
    const ids = contacts.map(({ id }) => id);
    const { caught, send } = await notify(test, { subject: "New", text: "{{df_emailaddress}}" }, ids);
    await send();
    expect(caught).toHaveLength(20);
    expect(caught.filter(({ raw }) => raw.includes("(22)"))).toHaveLength(1);
  });
});
