import { beforeAll, describe, expect, it } from "vitest";
import { anAutomation } from "../../../tests/harness/factories/automations.ts";
import { aSender } from "../../../tests/harness/factories/campaign-drafts.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { call, message, post } from "../../../tests/harness/servers/mcp-client.ts";
import { operations, tenantBase } from "../../registry/registry.ts";
import { graphExample, segmentExample } from "./examples.ts";

let own: TestCompany;

beforeAll(async () => {
  own = await company();
});

const described = async (operation: string, part?: string) =>
  call(own, "api_describe", { operation, ...(part === undefined ? {} : { part }) });

const reachable = operations.filter(({ mcp, url }) => mcp !== "never" && url.startsWith(tenantBase));

/** The fewest of long descriptions, measured with the vocabulary o200k. */
const bytesPerToken = 3.55;
const tokensIn = (text: string): number => Buffer.byteLength(text) / bytesPerToken;

describe("api_describe", () => {
  it("describes every operation, its arguments and its answer, in less than 3 000 tokens", async () => {
    expect(reachable.length).toBeGreaterThan(300);
    for (const { name } of reachable) {
      // Within the limit of messages per minute.
      own.clock.advance(1000);
      const input = await described(name);
      expect([name, tokensIn(input.text) < 3000]).toEqual([name, true]);
      expect(input.content).toMatchObject({ operation: name, input: { type: "object" }, errors: expect.any(Array) });
      const output = await described(name, "output");
      expect([name, tokensIn(output.text) < 3000]).toEqual([name, true]);
      expect(Object.keys(output.content)).toContainEqual(expect.stringMatching(/^(?:output|types)$/));
    }
  });

  it("leaves out the answer first, and says so", async () => {
    const short = await described("createList");
    expect(short.content).toMatchObject({ output: { type: "object" } });
    expect(short.content.leftOut).toBeUndefined();
    const long = await described("getAutomation");
    expect(long.content).toMatchObject({ leftOut: ["output"], input: { required: ["automation_id"] } });
    expect(long.content.output).toBeUndefined();
    expect((await described("getSegment", "output")).content.types).toContain("type SegmentDefinition = ");
    expect((await described("createList", "both")).content).toMatchObject({ error: { message: "part" } });
  });

  it("writes long arguments as types, each once, with a worked example", async () => {
    const { content } = await described("createSegment");
    expect(content.input.properties).toMatchObject({
      name: { type: "string" },
      definition: { description: "The type Definition in types" },
    });
    const names = content.types.match(/^type \w+/gm);
    expect(new Set(names).size).toBe(names.length);
    expect(content.types).toContain(`{type:"list", operator:"in"|"not_in", listId:Id} // List: `);
    expect(content.example).toEqual({ definition: segmentExample });
  });

  it("names a type that another operation describes", async () => {
    const { content } = await described("saveAutomationGraph");
    expect(content.types).toContain("type SegmentDefinition = any // see api_describe of previewSegment");
    expect(content.types).toContain(`{type:"split", config?:{shares?:`);
    expect(content.example).toEqual({ graph: graphExample });
  });

  it("names the operation that has the example where it does not fit", async () => {
    const { content } = await described("createAutomation");
    expect(content).toMatchObject({
      example: "see api_describe of saveAutomationGraph",
      leftOut: ["output", "example"],
    });
  });

  it.each(["uploadFile", "GET /billing/invoices/{invoice_id}/pdf", "signIn"])(
    "says that %s exists and is not for assistants",
    async (name) => {
      expect((await described(name)).content).toEqual({
        status: 400,
        error: {
          code: "validation",
          message: "operation",
          params: expect.objectContaining({ reason: "not_for_assistants" }),
        },
        help: expect.stringContaining("The operation exists"),
      });
    },
  );

  it("does not say so of other names", async () => {
    const { content } = await described("uploadFiles");
    expect(content).toMatchObject({ error: { message: "operation" } });
    expect([content.error.params.reason, content.help]).toEqual([undefined, undefined]);
  });
});

describe("the guide", () => {
  const guide = async () =>
    (await post(own.server, own.apiKey, message("resources/read", { uri: "app://guide/definitions" }))).body["result"];

  const blocks = async () => {
    const { contents } = await guide();
    return [...contents[0].text.matchAll(/```json\n([\s\S]+?)\n```/g)].map(([, json]) => JSON.parse(json));
  };

  it("has a segment definition that the API accepts", async () => {
    const [definition] = await blocks();
    const list = await own.aList();
    const json = JSON.stringify(definition).replace('"listId":"12"', `"listId":"${list.id}"`);
    const preview = await call(own, "segments_preview", { shopId: own.shopId, definition: JSON.parse(json) });
    expect(preview.content).toMatchObject({ matched: 0 });
    const values = { name: "Example", shopId: own.shopId, refresh: "daily", definition: JSON.parse(json) };
    expect((await call(own, "segments_create", values)).isError).toBe(false);
  });

  it("has an automation graph that the API accepts", async () => {
    const [, graph] = await blocks();
    const sender = await aSender(own);
    const templates = await Promise.all(
      ["7", "8"].map(async (given) => {
        const { id } = await own.api.ok("createTemplate", { body: { name: `T${given}`, html: "<p>Hi</p>" } });
        return [`"templateId":"${given}"`, `"templateId":"${id}"`] as const;
      }),
    );
    let json = JSON.stringify(graph).replaceAll('"senderId":"3"', `"senderId":"${sender.id}"`);
    for (const [given, real] of templates) json = json.replace(given, real);
    const values = { graph: JSON.parse(json), shopId: own.shopId };
    const checked = await call(own, "api_read", { operation: "validateGraph", arguments: values });
    expect(checked.content).toMatchObject({ errors: [] });
    const { id, version } = await anAutomation(own);
    const saved = await call(own, "api_write", {
      operation: "saveAutomationGraph",
      arguments: { automation_id: id, baseVersion: version, graph: values.graph },
    });
    expect(saved.isError).toBe(false);
  });
});

describe("api_search", () => {
  const found = async (query: string, more: object = {}): Promise<string[]> => {
    const { content } = await call(own, "api_search", { query, ...more });
    return content.items.map(({ operation }: { operation: string }) => operation);
  };

  it("answers at most ten operations, the best first", async () => {
    expect((await found("create coupon"))[0]).toBe("createCouponStack");
    expect(await found("list")).toHaveLength(10);
    expect(await found("")).toHaveLength(10);
    expect(await found("xyzzy")).toEqual([]);
  });

  it.each([
    ["voucher codes", "addCouponCodes"],
    ["opt out a subscriber", "unsubscribeContact"],
    ["schedule a newsletter", "approveCampaign"],
    ["forget a person, GDPR", "eraseContact"],
    ["workflows", "listAutomations"],
    ["Kampaně", "listCampaigns"],
    ["add people to a mailing list", "addListMembers"],
    ["who opened e-mails", "getEmailStats"],
  ])("knows synonyms, plurals and other languages: %s", async (query, operation) => {
    expect((await found(query)).slice(0, 5)).toContain(operation);
  });

  it.each([
    ["import a csv of contacts", "createImport"],
    ["rename list", "updateList"],
    ["new mailing list", "createList"],
    ["e-mail template", "listTemplates"],
    ["new e-mail template", "createTemplate"],
    ["subscribers", "listContacts"],
    ["people", "listContacts"],
    ["add a contact", "createContact"],
    ["search contacts", "listContacts"],
    ["export contacts", "createExport"],
    ["unsubscribe somebody", "unsubscribeContact"],
    ["remove somebody from a list", "removeListMembers"],
    ["block address", "createSuppression"],
    ["event feed", "listEvents"],
    ["product feed", "listFeeds"],
    ["who bounced", "listCampaignRecipients"],
    ["who clicked", "listCampaignRecipients"],
    ["open rate", "getEmailStats"],
    ["send a newsletter", "approveCampaign"],
    ["cancel a scheduled campaign", "cancelCampaign"],
    ["stop automation", "pauseAutomation"],
    ["abandoned cart", "listStarters"],
    ["double opt-in form", "listForms"],
    ["create a double opt-in form", "createForm"],
    ["discount codes", "addCouponCodes"],
    ["track orders", "listOrders"],
    ["webhooks", "listAccountWebhooks"],
    ["webhook endpoints", "listWebhookEndpoints"],
    ["how much do we pay", "getBilling"],
    ["dkim records", "checkSendingDomain"],
  ])("has the operation of an everyday question among the first three: %s", async (query, operation) => {
    expect((await found(query)).slice(0, 3)).toContain(operation);
  });

  it.each([
    ["api key", "createApiKey"],
    ["who may log in", "listMembers"],
    ["upload a file", "uploadFile"],
  ])("names operations that are not for assistants apart: %s", async (query, operation) => {
    const { content } = await call(own, "api_search", { query });
    expect(content.notForAssistants).toContain(operation);
    expect(await found(query)).not.toContain(operation);
  });

  it("does not name operations that are not for assistants where others fit", async () => {
    expect((await call(own, "api_search", { query: "lists" })).content.notForAssistants).toBeUndefined();
  });

  it("finds names of arguments", async () => {
    expect((await found("expectedRecipients")).slice(0, 2).toSorted()).toEqual(["approveCampaign", "approveVariants"]);
    expect((await found("consentConfirmed"))[0]).toBe("createContact");
  });

  it("is limited to a group and a level", async () => {
    const inLists = await found("members", { group: "Lists", level: "read" });
    expect(inLists).toContain("listListMembers");
    expect(inLists).not.toContain("addListMembers");
    const tags = operations.filter(({ name }) => inLists.includes(name)).map(({ tag, level }) => `${tag} ${level}`);
    expect(new Set(tags)).toEqual(new Set(["Lists read"]));
  });
});
