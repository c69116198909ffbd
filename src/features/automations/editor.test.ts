import { describe, expect, it } from "vitest";
import { sealWebhookHeaders } from "./seal-webhook-headers.ts";
import { anAutomation, paramsOf, setStatus, waitAt, waitGraph } from "../../../tests/harness/factories/automations.ts";
import { company } from "../../../tests/harness/factories/company.ts";
import { aTemplate } from "../../../tests/harness/factories/templates.ts";
import { decrypt, fixedDataKey } from "../../kernel/encryption.ts";

const behindManual = (type: string, config: object) => ({
  nodes: [
    { id: "t", type: "manual", config: {} },
    { id: "s", type, config },
  ],
  edges: [{ id: "e1", from: "t", output: "next", to: "s" }],
});

describe("validation", () => {
  it("answers errors and what is incomplete", async () => {
    const { api, shopId, aList } = await company();
    const foreign = await (await company()).aList();
    const own = await aList();
    const graph = {
      nodes: [
        { id: "t", type: "list_added", config: { listIds: [own.id, foreign.id] } },
        { id: "w", type: "wait" },
        { id: "f", type: "form_submitted", config: { formId: "1" } },
        { id: "v", type: "set_field", config: { field: "customFields.999", value: "x" } },
      ],
      edges: [{ from: "t", to: "w" }],
    };
    expect(await api.ok("validateGraph", { body: { shopId, graph } })).toEqual({
      errors: [
        {
          node: "t",
          field: "listIds.1",
          path: "graph.nodes.0.config.listIds.1",
          code: "reference",
          params: { kind: "list", id: foreign.id },
        },
        {
          node: "f",
          field: "formId",
          path: "graph.nodes.2.config.formId",
          code: "reference",
          params: { kind: "form", id: "1" },
        },
        {
          node: "v",
          field: "field",
          path: "graph.nodes.3.config.field",
          code: "reference",
          params: { kind: "custom_field", id: "999" },
        },
      ],
      incomplete: [
        { node: "w", field: "spec", path: "graph.nodes.1.config.spec", code: "missing", params: {} },
        { node: "v", field: null, path: "graph.nodes.3", code: "unreachable", params: {} },
      ],
    });
    const refusal = { status: 400, code: "validation", params: expect.any(Object) };
    const wrongShop = await api.refused("validateGraph", { body: { shopId: "999999", graph } });
    expect(wrongShop).toEqual({ ...refusal, message: "shopId" });
    const noGraph = await api.refused("validateGraph", { body: { shopId, graph: 5 } });
    expect(noGraph).toEqual({ ...refusal, message: "graph" });
  });

  it("checks the definitions of conditions", async () => {
    const { api, shopId } = await company();
    const rule = { type: "list", operator: "in", listId: "999999" };
    const graph = behindManual("condition", { definition: { type: "group", match: "all", rules: [rule] } });
    expect(await api.ok("validateGraph", { body: { shopId, graph } })).toMatchObject({
      errors: [
        {
          node: "s",
          field: "definition.0.listId",
          path: "graph.nodes.1.config.definition.rules.0.listId",
          code: "reference",
        },
      ],
    });
  });

  it("checks values of custom fields by their type", async () => {
    const { api, shopId } = await company();
    const field = await api.ok("createCustomField", { body: { name: "Size", type: "number" } });
    const validate = async (value: unknown) =>
      (
        await api.ok("validateGraph", {
          body: { shopId, graph: behindManual("set_field", { field: `customFields.${field.id}`, value }) },
        })
      ).errors;
    expect(await validate(5)).toEqual([]);
    expect(await validate("large")).toMatchObject([{ node: "s", field: "value", code: "config" }]);
    const spec = { kind: "field", field: `customFields.${field.id}`, offsetDays: 0, time: "09:00" };
    const wait = await api.ok("validateGraph", { body: { shopId, graph: behindManual("wait", { spec }) } });
    expect(wait.errors).toMatchObject([{ node: "s", field: "spec.field", code: "reference" }]);
  });
});

describe("a date more than 10 years ahead", () => {
  const on = (at: string) => ({ kind: "date", at });
  const definition = {
    type: "group",
    match: "all",
    rules: [{ type: "field", field: "city", operator: "is_empty" }],
  };

  it("is an issue of waits and conditions, which are not saved", async () => {
    const test = await company();
    const { api, shopId, clock } = test;
    clock.set(new Date("2026-11-17T08:00:30.000Z"));
    const issue = {
      node: "s",
      field: "spec.at",
      path: "graph.nodes.1.config.spec.at",
      code: "time",
      params: { max: "2036-11-17T09:00" },
    };
    const [last, late] = [on("2036-11-17T09:00"), on("2036-11-17T09:01")];
    const getErrors = async (type: string, config: Record<string, unknown>) =>
      (await api.ok("validateGraph", { body: { shopId, graph: behindManual(type, config) } })).errors;
    for (const [type, config] of [
      ["wait", {}],
      ["condition", { definition }],
    ] as const) {
      expect(await getErrors(type, { ...config, spec: last })).toEqual([]);
      expect(await getErrors(type, { ...config, spec: late })).toEqual([issue]);
    }
    const body = { name: "Late", shopId, graph: behindManual("wait", { spec: late }) };
    expect(await api.refused("createAutomation", { body })).toMatchObject({
      status: 400,
      message: "graph",
      params: { issues: [issue] },
    });
  });

  it.each([
    ["2036-11-17T09:00", { at: "2036-11-17T08:00:00.000Z", local: "2036-11-17T09:00" }],
    ["2036-11-17T09:01", undefined],
    ["2199-01-01T09:00", undefined],
  ])("resolves %s to %j, counted from the base", async (at, expected) => {
    const { api } = await company();
    const body = { spec: on(at), place: "wait", base: "2026-11-17T08:00:30Z" };
    if (expected !== undefined) expect(await api.ok("resolveTime", { body })).toEqual(expected);
    else {
      expect(await api.refused("resolveTime", { body })).toMatchObject({
        status: 400,
        message: "spec",
        params: {
          issues: [{ node: null, field: "at", path: "spec.at", code: "time", params: { max: "2036-11-17T09:00" } }],
        },
      });
    }
  });
});

describe("the resolution of a time", () => {
  it("uses the company's time zone", async () => {
    const { api } = await company();
    const spec = { kind: "delay", amount: 1, unit: "days" };
    const body = { spec, place: "wait", base: "2026-03-28T09:00:00Z" };
    const expected = { at: "2026-03-29T08:00:00.000Z", local: "2026-03-29T10:00" };
    expect(await api.ok("resolveTime", { body })).toEqual(expected);
    expect(await api.ok("resolveTime", { body: { ...body, place: "condition" } })).toEqual(expected);
  });

  it("takes the day of the base for the value of a field", async () => {
    const { api } = await company();
    const spec = { kind: "field", field: "birthday", offsetDays: 3, time: "09:00" };
    const body = { spec, place: "wait", base: "2026-11-17T23:30:00Z" };
    expect(await api.ok("resolveTime", { body })).toEqual({
      at: "2026-11-21T08:00:00.000Z",
      local: "2026-11-21T09:00",
    });
  });

  it("is refused by name", async () => {
    const { api } = await company();
    const spec = { kind: "at", time: "09:00" };
    const refused = async (body: unknown) => api.refused("resolveTime", { body });
    const issue = { node: null, field: "time", code: "time", params: {} };
    expect(await refused({ spec: { kind: "at", time: "9" }, place: "wait" })).toMatchObject({
      status: 400,
      message: "spec",
      params: { issues: [issue] },
    });
    const unknown = { kind: "field", field: "customFields.99", offsetDays: 0, time: "09:00" };
    expect(await refused({ spec: unknown, place: "wait" })).toMatchObject({
      message: "spec",
      params: { issues: [{ field: "field", code: "reference" }] },
    });
    expect(await refused({ spec })).toMatchObject({ status: 400, message: "place" });
    expect(await refused({ spec, place: "trigger" })).toMatchObject({ status: 400, message: "place" });
    expect(await refused({ spec, place: "wait", base: "yesterday" })).toMatchObject({ status: 400, message: "base" });
  });
});

it("answers everything that the editor needs", async () => {
  const test = await company();
  const list = await test.aList({ name: "Everybody" });
  const template = await aTemplate(test, { name: "Hello" });
  const automation = await anAutomation(test, { graph: waitGraph });
  await waitAt(test, automation, "w");
  const editor = await test.api.ok("getAutomationEditor", { params: paramsOf(automation) });
  expect(editor).toMatchObject({
    automation: { ...automation, entered: 1, active: 1 },
    lists: [{ id: list.id, name: "Everybody" }],
    templates: [{ id: template.id, name: "Hello" }],
    segments: [],
    customFields: [],
    automations: [{ id: automation.id, name: automation.name }],
    editors: [],
  });
  expect(editor.counts).toEqual({
    version: 1,
    entered: 1,
    active: 1,
    completed: 0,
    nodes: {
      t: { waiting: 0, passed: 0, outputs: {} },
      w: { waiting: 1, passed: 0, outputs: {} },
      end: { waiting: 0, passed: 0, outputs: {} },
    },
  });
  expect(editor.types.triggers).toContainEqual(
    expect.objectContaining({ type: "list_added", required: ["listIds"], outputs: ["next"], transactional: false }),
  );
  expect(editor.types.steps).toContainEqual(
    expect.objectContaining({ type: "condition", required: ["definition"], outputs: ["yes", "no"], waits: true }),
  );
});

it("shows who has the editor open for a minute", async () => {
  const test = await company();
  const { api, clock } = test;
  const params = paramsOf(await anAutomation(test));
  const { editors } = await api.ok("reportEditing", { params, body: { active: true } });
  expect(editors).toHaveLength(1);
  expect((await api.ok("getAutomationEditor", { params })).editors).toEqual(editors);
  clock.set(new Date(clock.now().getTime() + 61_000));
  expect((await api.ok("getAutomationEditor", { params })).editors).toEqual([]);
  await api.ok("reportEditing", { params, body: { active: true } });
  expect(await api.ok("reportEditing", { params, body: { active: false } })).toEqual({ editors: [] });
  expect(await api.refused("reportEditing", { params, body: {} })).toMatchObject({ status: 400, message: "active" });
});

describe("a secret of a webhook", () => {
  const auth = (more: object) => ({ enabled: true, username: "u", ...more });
  const webhook = (basicAuth: object) => behindManual("webhook", { url: "https://example.com/", basicAuth });

  it("is stored encrypted, kept without a new one, never shown and not copied", async () => {
    const test = await company();
    const { api, ctx } = test;
    const automation = await anAutomation(test, { graph: webhook(auth({ password: "secret" })) });
    const shown = webhook(auth({ passwordSet: true }));
    expect(automation.graph).toEqual({ ...shown, version: 1 });
    const params = paramsOf(automation);
    const saved = await api.ok("saveAutomationGraph", { params, body: { graph: shown, baseVersion: 1 } });
    expect(saved).toMatchObject({ graph: { ...shown, version: 2 }, issues: [] });
    const [row] = await ctx.db.sql<{ value: Buffer; graphs: string }[]>`
      select value, (select string_agg(graph::text, ' ') from automation_version
        where tenant_id = ${ctx.db.tenantId} and automation_id = ${automation.id}) as graphs
      from automation_secret where tenant_id = ${ctx.db.tenantId} and automation_id = ${automation.id}`;
    expect(row?.graphs).not.toContain("secret");
    const key = fixedDataKey(Buffer.alloc(32, 7));
    expect(decrypt(key, `automation_secret ${ctx.db.tenantId}`, row?.value ?? Buffer.alloc(0))).toBe("secret");
    const copy = await api.ok("copyAutomation", { params, body: {} });
    expect(copy).toMatchObject({
      graph: webhook(auth({ passwordSet: false })),
      issues: [{ node: "s", field: "basicAuth.password", code: "missing" }],
    });
  });

  it("is every header with credentials, a marked header, and a value that texts name", async () => {
    const test = await company();
    const { api, ctx } = test;
    const config = {
      url: "https://example.com/?key={{secret:key}}",
      headers: [
        { name: "Authorization", value: "Bearer top-secret" },
        { name: "X-Shop", value: "marked-secret", secret: true },
        { name: "X-Plain", value: "plain" },
      ],
      secrets: [{ name: "key", value: "named-secret" }],
    };
    const automation = await anAutomation(test, { graph: behindManual("webhook", config) });
    const shownAs = (valueSet: boolean) =>
      behindManual("webhook", {
        url: config.url,
        headers: [
          { name: "Authorization", value: "", secret: true, valueSet },
          { name: "X-Shop", value: "", secret: true, valueSet },
          { name: "X-Plain", value: "plain" },
        ],
        secrets: [{ name: "key", valueSet }],
      });
    expect(automation).toMatchObject({ graph: shownAs(true), issues: [] });
    const params = paramsOf(automation);
    const saved = await api.ok("saveAutomationGraph", { params, body: { graph: shownAs(true), baseVersion: 1 } });
    expect(saved).toMatchObject({ graph: { ...shownAs(true), version: 2 }, issues: [] });
    const of = { params: { ...params, version: "1" } };
    expect(JSON.stringify(await api.ok("getAutomationVersion", of))).not.toContain("-secret");
    const { tenantId, sql } = ctx.db;
    const [stored] = await sql<{ texts: string; places: string[] }[]>`
      select (select string_agg(graph::text, ' ') from automation_version where tenant_id = ${tenantId}) as texts,
        (select array_agg(place order by place) from automation_secret where tenant_id = ${tenantId}) as places`;
    expect(stored?.texts).not.toContain("-secret");
    expect(stored?.places).toEqual(["header authorization", "header x-shop", "secret key"]);
    const copy = await api.ok("copyAutomation", { params, body: {} });
    expect(copy).toMatchObject({
      graph: shownAs(false),
      issues: [
        { node: "s", field: "headers.0.value", code: "missing" },
        { node: "s", field: "headers.1.value", code: "missing" },
        { node: "s", field: "secrets.0.value", code: "missing" },
      ],
    });
    const without = behindManual("webhook", { url: config.url });
    await api.ok("saveAutomationGraph", { params, body: { graph: without, baseVersion: 2 } });
    expect((await api.ok("getAutomation", { params })).issues).toMatchObject([
      { node: "s", field: "url", code: "missing", params: { secret: "key" } },
    ]);
    const left =
      await sql`select 1 from automation_secret where tenant_id = ${tenantId} and automation_id = ${automation.id}`;
    expect(left).toHaveLength(0);
  });

  it("that was stored in clear is encrypted and leaves every version", async () => {
    const test = await company();
    const { api, app, ctx } = test;
    const headers = [{ name: "X-Api-Key", value: "clear-secret" }];
    const automation = await anAutomation(test, {
      graph: behindManual("webhook", { url: "https://example.com/", headers: [{ name: "X-Other", value: "1" }] }),
    });
    const { tenantId, sql } = ctx.db;
    await sql`
      update automation_version set graph = jsonb_set(graph, '{nodes,1,config,headers}', ${JSON.stringify(headers)}::jsonb)
      where tenant_id = ${tenantId} and automation_id = ${automation.id}`;
    const key = fixedDataKey(Buffer.alloc(32, 7));
    await sealWebhookHeaders(app.db, key);
    await sealWebhookHeaders(app.db, key);
    expect((await api.ok("getAutomation", { params: paramsOf(automation) })).graph).toMatchObject(
      behindManual("webhook", {
        url: "https://example.com/",
        headers: [{ name: "X-Api-Key", value: "", secret: true, valueSet: true }],
      }),
    );
    const [stored] = await sql<{ value: Buffer }[]>`
      select value from automation_secret where tenant_id = ${tenantId} and automation_id = ${automation.id}`;
    expect(decrypt(key, `automation_secret ${tenantId}`, stored?.value ?? Buffer.alloc(0))).toBe("clear-secret");
    const [graphs] =
      await sql`select string_agg(graph::text, '') as texts from automation_version where tenant_id = ${tenantId}`;
    expect(graphs?.["texts"]).not.toContain("clear-secret");
  });
});

describe("what an automation names", () => {
  it("is a list, too, that a segment of a running automation reads", async () => {
    const test = await company();
    const { api, shopId, aList } = test;
    const list = await aList();
    const rules = [{ type: "list", operator: "in", listId: list.id }];
    const segment = await api.ok("createSegment", {
      body: { name: "Members", shopId, refresh: "daily", definition: { type: "group", match: "all", rules } },
    });
    const graph = {
      nodes: [{ id: "t", type: "segment_entered", config: { segmentId: segment.id } }],
      edges: [],
    };
    const automation = await anAutomation(test, { graph });
    const by = [{ kind: "automation", id: automation.id, name: automation.name }];
    const used = { status: 409, code: "conflict", message: "used", params: { by, automationIds: [automation.id] } };
    const deletion = () => api.refused("deleteList", { params: { list_id: list.id } });
    await setStatus(test, automation, "active");
    expect(await deletion()).toEqual(used);
    await setStatus(test, automation, "paused");
    await waitAt(test, automation, "t");
    expect(await deletion()).toEqual(used);
    await setStatus(test, automation, "draft");
    await api.ok("deleteList", { params: { list_id: list.id } });
    expect(await api.refused("deleteSegment", { params: { segment: segment.id } })).toEqual(used);
  });

  it("is a template that is not archived while the automation is active or paused, and not deleted before it lets it go", async () => {
    const test = await company();
    const { api } = test;
    const template = await aTemplate(test);
    const graph = behindManual("email", { templateId: template.id, subject: "Hi" });
    const automation = await anAutomation(test, { graph: waitGraph });
    const params = paramsOf(automation);
    const of = { params: { template_id: template.id } };
    await api.ok("saveAutomationGraph", { params, body: { graph, baseVersion: 1 } });
    expect(await api.refused("deleteTemplate", of)).toMatchObject({
      message: "used",
      params: { uses: [{ kind: "automation", id: automation.id, active: false }] },
    });
    const by = [{ kind: "automation", id: automation.id, name: automation.name }];
    const used = { status: 409, code: "conflict", message: "used", params: { by, automationIds: [automation.id] } };
    for (const status of ["active", "paused"]) {
      await setStatus(test, automation, status);
      expect(await api.refused("archiveTemplate", of)).toEqual(used);
    }
    await setStatus(test, automation, "draft");
    expect(await api.ok("archiveTemplate", of)).toMatchObject({ archived: true });
    expect(await api.refused("archiveTemplate", { params: { template_id: "999999" } })).toMatchObject({ status: 404 });
  });
});

it("stops the runs of a deleted contact, and forgets the address of an erased one", async () => {
  const test = await company();
  const { api, ctx, aContact } = test;
  const { id: erased, email } = await aContact();
  const rules = [{ type: "field", field: "email", operator: "eq", value: email }];
  const graph = behindManual("condition", { definition: { type: "group", match: "all", rules } });
  const automation = await anAutomation(test, { graph });
  await waitAt(test, automation, "s", erased);
  const deleted = await waitAt(test, automation, "s");
  await api.ok("eraseContact", { params: { id: erased }, body: { confirm: true } });
  await api.ok("deleteContact", { params: { id: deleted } });
  const runs = await ctx.db.sql`
    select contact_id, state, reason, due_at, finished_at is not null as is_finished from automation_run
    where tenant_id = ${ctx.db.tenantId} and automation_id = ${automation.id} order by id`;
  const stopped = { state: "stopped", dueAt: null, isFinished: true };
  expect([...runs]).toEqual([
    { contactId: erased, reason: "erased", ...stopped },
    { contactId: deleted, reason: "deleted", ...stopped },
  ]);
  const editor = await api.ok("getAutomationEditor", { params: paramsOf(automation) });
  expect(editor.counts).toMatchObject({ entered: 2, active: 0, nodes: { s: { waiting: 0 } } });
  expect(JSON.stringify(editor)).not.toContain(email);
});
