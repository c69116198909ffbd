import { beforeAll, describe, expect, it } from "vitest";
import { anAutomation } from "../../../tests/harness/factories/automations.ts";
import { aDraft, aReadyCampaign, aSender } from "../../../tests/harness/factories/campaign-drafts.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { call, callConfirmed, message, post } from "../../../tests/harness/servers/mcp-client.ts";
import { issueApiKey } from "../../features/members/api-keys.ts";

let own: TestCompany;

beforeAll(async () => {
  own = await company();
});

const anAnalyst = async ({ server, ctx, member, clock }: TestCompany) => {
  const { key } = await issueApiKey(ctx.db, {
    name: "Assistant",
    roles: ["analyst"],
    scope: "full",
    validDays: 30,
    createdBy: member,
    at: clock.now(),
  });
  return { server, apiKey: key };
};

const tools = async () => (await post(own.server, own.apiKey, message("tools/list"))).body["result"].tools;
const findSchema = async (name: string) =>
  (await tools()).find((tool: { name: string }) => tool.name === name).inputSchema;

describe("account_overview", () => {
  it("shows the company with its shops, senders, purposes, custom fields and test addresses", async () => {
    const test = await company();
    const sender = await aSender(test, { shopId: test.shopId });
    const field = await test.api.ok("createCustomField", { body: { name: "Size", type: "text" } });
    await test.api.ok("setTestRecipients", { body: { emails: ["test@example.com"] } });
    const { content } = await call(test, "account_overview");
    expect(content).toMatchObject(await test.api.ok("getCompany"));
    const [shop] = (await test.api.ok("listShops")).items;
    expect(content).toMatchObject({
      shops: [{ id: test.shopId, name: shop?.name, enabled: shop?.enabled, contacts: 0 }],
      senders: [
        { id: sender.id, name: "Shop", email: sender.email, shopId: test.shopId, verified: true, shopName: shop?.name },
      ],
      purposes: expect.arrayContaining([expect.objectContaining({ id: test.purposeId })]),
      customFields: [{ id: field.id, name: "Size", type: "text", options: [] }],
      testRecipients: ["test@example.com"],
    });
  });

  it("is refused to roles that do not see the settings", async () => {
    const refused = await call(await anAnalyst(own), "account_overview");
    expect(refused.content).toMatchObject({ status: 403, error: { code: "forbidden", message: "settings" } });
  });
});

describe("names", () => {
  it("stand beside the ids of lists, segments, senders and shops", async () => {
    const [shop] = (await own.api.ok("listShops")).items;
    const list = await own.aList({ name: "Regulars", shopId: own.shopId });
    const definition = { type: "group", match: "all", rules: [{ type: "list", operator: "in", listId: list.id }] };
    const values = { name: "Big", shopId: own.shopId, refresh: "daily", definition };
    const segment = await call(own, "segments_create", values);
    expect(segment.content).toMatchObject({ shopName: shop?.name, names: { lists: { [list.id]: "Regulars" } } });
    expect(segment.content.definition).toEqual(definition);
    const sender = await aSender(own);
    const audience = { listIds: [list.id], excludeSegmentIds: [segment.content.id] };
    const draft = await aDraft(own, { senderId: sender.id, audience });
    const { content } = await call(own, "campaigns_get", { campaign_id: draft.id });
    expect(content).toMatchObject({
      shopId: own.shopId,
      shopName: shop?.name,
      senderId: sender.id,
      senderName: "Shop",
      audience: (await own.api.ok("getCampaign", { params: { campaign_id: draft.id } })).audience,
      names: { lists: { [list.id]: "Regulars" }, segments: { [segment.content.id]: "Big" } },
    });
    const resaved = await call(own, "campaigns_update", { campaign_id: draft.id, audience: content.audience });
    expect(resaved.isError).toBe(false);
    expect(resaved.content).toMatchObject({ shopName: shop?.name });
    const { content: lists } = await call(own, "lists_list", { q: "Regulars" });
    expect(lists.items).toMatchObject([{ id: list.id, shopName: shop?.name }]);
    const graph = { nodes: [{ id: "t", type: "list_added", config: { listIds: [list.id] } }], edges: [] };
    const automation = await anAutomation(own, { graph });
    const got = await call(own, "automations_get", { automation_id: automation.id });
    expect(got.content).toMatchObject({ graph: automation.graph, names: { lists: { [list.id]: "Regulars" } } });
  });

  it("are not shown to whom the roles hide the objects, nor of another company", async () => {
    const caller = await anAnalyst(own);
    expect((await call(caller, "api_read", { operation: "listShops" })).isError).toBe(true);
    const sender = await aSender(own);
    const draft = await aDraft(own, { senderId: sender.id });
    const { content } = await call(caller, "campaigns_get", { campaign_id: draft.id });
    expect([content.shopId, content.shopName]).toEqual([own.shopId, undefined]);
    const other = await company();
    const foreign = await other.aList({ name: "Foreign" });
    await own.ctx.db.sql`
      update campaign set audience = ${JSON.stringify({ ...draft.audience, listIds: [foreign.id] })}::text::jsonb
      where tenant_id = ${own.tenantId} and id = ${draft.id}`;
    const shown = await call(own, "campaigns_get", { campaign_id: draft.id });
    expect(shown.content.audience.listIds).toEqual([foreign.id]);
    expect(JSON.stringify(shown.content)).not.toContain("Foreign");
  });
});

describe("fields", () => {
  it("choose columns of the items of a list, and of one object", async () => {
    const contact = await own.aContact();
    const listed = await call(own, "contacts_search", { q: contact.email, fields: ["id", "email"] });
    expect(listed.content).toEqual({
      items: [{ id: contact.id, email: contact.email }],
      total: 1,
      page: 1,
      pageSize: 25,
    });
    const one = await call(own, "contacts_get", { contact_id: contact.id, fields: ["email"] });
    expect(one.content).toEqual({ email: contact.email });
    const through = { operation: "listContacts", arguments: { q: contact.email }, fields: ["email"] };
    expect((await call(own, "api_read", through)).content.items).toEqual([{ email: contact.email }]);
  });

  it("are refused when there is no such column, with those that there are", async () => {
    const contact = await own.aContact();
    for (const fields of [["no_such"], "email", [1]]) {
      const { content } = await call(own, "contacts_search", { q: contact.email, fields });
      expect(content).toMatchObject({ status: 400, error: { code: "validation", message: "fields" } });
    }
    const { content } = await call(own, "contacts_get", { contact_id: contact.id, fields: ["no_such"] });
    expect(content.error.params.allowed).toEqual(expect.arrayContaining(["id", "email", "lists"]));
  });
});

describe("arguments", () => {
  it("are named after the object in every tool, and the name of the path works too", async () => {
    expect(await findSchema("contacts_get")).toMatchObject({ required: ["contact_id"] });
    expect(await findSchema("campaigns_get")).toMatchObject({ required: ["campaign_id"] });
    const { id, email } = await own.aContact();
    for (const values of [{ contact_id: id }, { id }]) {
      expect((await call(own, "contacts_get", values)).content).toMatchObject({ id, email });
    }
    const rule = { type: "field", field: "city", operator: "eq", value: "Praha" };
    const definition = { type: "group", match: "all", rules: [rule] };
    const values = { name: "Named", shopId: own.shopId, refresh: "daily", definition };
    const segment = await call(own, "segments_create", values);
    for (const given of [{ segment_id: segment.content.id }, { segment: segment.content.id }]) {
      const read = { operation: "getSegment", arguments: given };
      expect((await call(own, "api_read", read)).content).toMatchObject({ name: "Named" });
    }
  });

  it("that are missing or given twice are named by errors", async () => {
    const getError = async (values: object) => (await call(own, "contacts_get", values)).content.error;
    expect(await getError({})).toMatchObject({ code: "validation", message: "contact_id" });
    expect(await getError({ id: "1", contact_id: "2" })).toMatchObject({ code: "validation", message: "contact_id" });
    const unknown = await getError({ contactId: "1" });
    expect(unknown).toMatchObject({ message: "arguments", params: { allowed: ["contact_id"] } });
  });

  it("bind one confirm token under both names", async () => {
    const { id } = await own.aContact();
    const { content } = await call(own, "contacts_unsubscribe", { id });
    const done = await call(own, "contacts_unsubscribe", { contact_id: id, confirmToken: content.confirmToken });
    expect(done).toMatchObject({ isError: false, content: { state: "unsubscribed" } });
  });

  it("that are numbers have their limits and defaults in the schema", async () => {
    const { properties } = await findSchema("contacts_search");
    expect(properties).toMatchObject({
      page: { minimum: 1, default: 1 },
      pageSize: { minimum: 1, maximum: 100, default: 25 },
    });
  });
});

it("says what to do when a test has no address to go to, before and after the confirmation", async () => {
  const test = await company();
  const { id } = await aReadyCampaign(test, { people: 1 });
  const help = expect.stringContaining("api_write setTestRecipients");
  const asked = await call(test, "campaigns_send_test", { campaign_id: id });
  expect(asked.content).toMatchObject({ preview: { recipients: 0 }, warnings: [help] });
  const refused = await callConfirmed(test, "campaigns_send_test", { campaign_id: id });
  expect(refused.content).toMatchObject({ status: 400, error: { code: "validation", message: "emails" }, help });
  await test.api.ok("setTestRecipients", { body: { emails: ["test@example.com"] } });
  const foreign = await call(test, "campaigns_send_test", { campaign_id: id, emails: ["other@example.com"] });
  expect(foreign.content).toMatchObject({ warnings: [help] });
  const values = { campaign_id: id, emails: ["Test@example.com"] };
  expect((await call(test, "campaigns_send_test", values)).content.warnings).toEqual([]);
  const sent = await callConfirmed(test, "campaigns_send_test", values);
  expect(sent.content).toMatchObject({ emails: ["test@example.com"] });
});

it("asks for no confirmation of a dry run", async () => {
  const read = { operation: "maintainShopLists", arguments: { shopId: own.shopId } };
  expect((await call(own, "api_write", read)).content).toMatchObject({ applied: false });
  const off = { ...read, arguments: { ...read.arguments, apply: false } };
  expect((await call(own, "api_write", off)).content).toMatchObject({ applied: false });
  const on = { ...read, arguments: { ...read.arguments, apply: true } };
  expect((await call(own, "api_write", on)).content).toMatchObject({ status: "confirmation_required" });
});
