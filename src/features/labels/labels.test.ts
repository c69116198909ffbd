import { expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { labelKinds } from "./kinds.ts";

const notFound = { status: 404, code: "not_found", message: "label", params: {} };
const refusal = (message: string) => ({ status: 400, code: "validation", message, params: expect.any(Object) });
const conflict = (message: string) => ({ status: 409, code: "conflict", message, params: {} });

const noUse = Object.fromEntries(labelKinds.map((kind) => [kind, 0]));
const otherKinds = labelKinds.filter((kind) => kind !== "contact").map((kind) => ({ kind, tags: [] }));

const ascending = (left: number, right: number) => left - right;

const aLabel = ({ api }: TestCompany, name = "VIP") => api.ok("createLabel", { body: { name } });

async function fillLabels({ ctx: { db } }: TestCompany, count: number): Promise<void> {
  await db.sql`
    insert into label (tenant_id, name, color, created_at)
    select ${db.tenantId}, 'Filler ' || i, '#000000', now() from generate_series(1, ${count}) as i`;
}

it("creates labels and lists them by name", async () => {
  holdClock();
  const { api, clock } = await company();
  const vip = await api.ok("createLabel", { body: { name: " VIP ", color: "#AABBCC" } });
  expect(vip).toEqual({
    id: expect.stringMatching(/^\d+$/),
    name: "VIP",
    color: "#aabbcc",
    createdAt: clock.now().toISOString(),
    counts: noUse,
  });
  const answer = await api.call("createLabel", { body: { name: "b2b" } });
  expect(answer.status).toBe(201);
  expect(await api.ok("listLabels")).toEqual({ items: [answer.body, vip] });
});

it("derives a missing colour from the name", async () => {
  const [first, second] = await Promise.all([company(), company()]);
  const [here, there] = await Promise.all([aLabel(first, "VIP"), aLabel(second, "vip")]);
  expect(here.color).toMatch(/^#[0-9a-f]{6}$/);
  expect(here.color).toBe(there.color);
});

it.each([
  ["name", {}],
  ["name", { name: "  " }],
  ["name", { name: "x".repeat(201) }],
  ["color", { name: "VIP", color: "red" }],
  ["color", { name: "VIP", color: "#fff" }],
])("refuses a label with an invalid %s: %j", async (field, body) => {
  const { api } = await company();
  expect(await api.refused("createLabel", { body })).toEqual(refusal(field));
});

it("refuses the name of another label, case-insensitively", async () => {
  const test = await company();
  await aLabel(test, "Štítek");
  const { id } = await aLabel(test, "Other");
  expect(await test.api.refused("createLabel", { body: { name: "ŠTÍTEK" } })).toEqual(conflict("name"));
  const rename = { params: { label_id: id }, body: { name: " štítek" } };
  expect(await test.api.refused("updateLabel", rename)).toEqual(conflict("name"));
});

it("enforces the limit of 500 labels under concurrent requests", async () => {
  const test = await company();
  await fillLabels(test, 499);
  const answers = await Promise.all(
    ["a", "b", "c", "d"].map((name) => test.api.call("createLabel", { body: { name } })),
  );
  expect(answers.map(({ status }) => status).toSorted(ascending)).toEqual([201, 409, 409, 409]);
  expect(await test.api.refused("createLabel", { body: { name: "e" } })).toEqual(conflict("limit"));
  expect((await test.api.ok("listLabels")).items).toHaveLength(500);
});

it("changes name and colour of a label", async () => {
  const test = await company();
  const label = await aLabel(test);
  const params = { label_id: label.id };
  const changed = { ...label, name: "vip", color: "#00ff00" };
  expect(await test.api.ok("updateLabel", { params, body: { name: "vip", color: "#00FF00" } })).toEqual(changed);
  expect(await test.api.ok("updateLabel", { params, body: { id: "1" } })).toEqual(changed);
});

it("counts only real changes when it is assigned and removed", async () => {
  const test = await company();
  const { api } = test;
  const label = await aLabel(test);
  const [first, second] = await Promise.all([test.aContact(), test.aContact()]);
  const assign = (body: object) =>
    api.ok("assignLabel", { params: { label_id: label.id }, body: { kind: "contact", ...body } });
  expect(await assign({ add: [first.id, first.id] })).toEqual({ added: 1, removed: 0 });
  expect(await assign({ add: [first.id, second.id] })).toEqual({ added: 1, removed: 0 });
  expect((await api.ok("listLabels")).items).toEqual([{ ...label, counts: { ...noUse, contact: 2 } }]);
  expect(await assign({ add: [second.id], remove: [first.id] })).toEqual({ added: 0, removed: 1 });
  expect(await assign({ remove: [first.id] })).toEqual({ added: 0, removed: 0 });
  expect((await api.ok("exportContact", { params: { id: second.id } })).labels).toEqual(["VIP"]);
});

it("lists the labels in use", async () => {
  const test = await company();
  const { api } = test;
  expect(await api.ok("listGridTags")).toEqual({
    items: [{ kind: "contact", tags: [] }, ...otherKinds],
  });
  const { id, name, color } = await aLabel(test);
  await aLabel(test, "Unused");
  const contact = await test.aContact();
  await api.ok("assignLabel", { params: { label_id: id }, body: { kind: "contact", add: [contact.id] } });
  expect(await api.ok("listGridTags")).toEqual({
    items: [{ kind: "contact", tags: [{ id, name, color, count: 1 }] }, ...otherKinds],
  });
});

it("refuses an empty request, an unknown contact and another company's, and changes nothing", async () => {
  const [test, other] = await Promise.all([company(), company()]);
  const { api } = test;
  const { id: labelId } = await aLabel(test);
  const [mine, foreign] = await Promise.all([test.aContact(), other.aContact()]);
  const refused = (body: object) => api.refused("assignLabel", { params: { label_id: labelId }, body });
  expect(await refused({ kind: "contact" })).toEqual(refusal("add"));
  expect(await refused({ kind: "contact", add: [], remove: [] })).toEqual(refusal("add"));
  expect(await refused({ kind: "contact", add: ["x"] })).toEqual(refusal("add.0"));
  expect(await refused({ kind: "contact", add: [mine.id, foreign.id] })).toEqual(refusal("add.1"));
  expect(await refused({ kind: "contact", add: [mine.id], remove: [foreign.id] })).toEqual(refusal("remove.0"));
  expect(await refused({ kind: "contact", add: [mine.id], remove: [mine.id] })).toEqual(refusal("remove.0"));
  expect(await refused({ kind: "contact", remove: ["999999999999"] })).toEqual(refusal("remove.0"));
  expect(await refused({ kind: "contact", add: Array.from({ length: 1001 }, () => mine.id) })).toEqual(refusal("add"));
  expect(await refused({ kind: "planet", add: [mine.id] })).toEqual(refusal("kind"));
  expect(await refused({ add: [mine.id] })).toEqual(refusal("kind"));
  expect((await api.ok("listLabels")).items[0]?.counts).toEqual(noUse);
});

it("assigns a label once under concurrent requests", async () => {
  const test = await company();
  const label = await aLabel(test);
  const { id } = await test.aContact();
  const input = { params: { label_id: label.id }, body: { kind: "contact", add: [id] } };
  const answers = await Promise.all([1, 2, 3].map(() => test.api.ok("assignLabel", input)));
  expect(answers.map(({ added }) => added).toSorted(ascending)).toEqual([0, 0, 1]);
});

it("removes a deleted label from all objects", async () => {
  const test = await company();
  const { api } = test;
  const { id } = await aLabel(test);
  const contact = await test.aContact();
  const params = { label_id: id };
  await api.ok("assignLabel", { params, body: { kind: "contact", add: [contact.id] } });
  expect((await api.call("deleteLabel", { params })).status).toBe(204);
  expect(await api.refused("deleteLabel", { params })).toEqual(notFound);
  expect(await api.ok("listLabels")).toEqual({ items: [] });
  expect((await api.ok("exportContact", { params: { id: contact.id } })).labels).toEqual([]);
});

it("does not show or change another company's label", async () => {
  const [test, other] = await Promise.all([company(), company()]);
  const { api } = test;
  const label = await aLabel(other);
  const contact = await test.aContact();
  const params = { label_id: label.id };
  expect(await api.ok("listLabels")).toEqual({ items: [] });
  expect(await api.refused("updateLabel", { params, body: { name: "Mine" } })).toEqual(notFound);
  expect(await api.refused("updateLabel", { params, body: {} })).toEqual(notFound);
  expect(await api.refused("deleteLabel", { params })).toEqual(notFound);
  const assignment = { kind: "contact", add: [contact.id] };
  expect(await api.refused("assignLabel", { params, body: assignment })).toEqual(notFound);
  expect(await other.api.ok("listLabels")).toEqual({ items: [label] });
});

it("changes tags of the same objects concurrently", async () => {
  const test = await company();
  const lists = await Promise.all(Array.from({ length: 5 }, () => test.aList()));
  const ids = lists.map(({ id }) => id);
  for (let round = 0; round < 8; round += 1) {
    const change = (body: object) => test.api.ok("tagLists", { body: { ids, ...body } });
    const answers = await Promise.all([
      change({ tags: [`new ${round}`] }),
      change({ tags: [], add: [`other ${round}`] }),
      change({ tags: [`third ${round}`], remove: [`new ${round}`] }),
    ]);
    expect(answers.map(({ objects }) => objects)).toEqual([5, 5, 5]);
  }
});

it("compares names as the database does, also outside ASCII", async () => {
  const test = await company();
  const { id } = await test.aList();
  const names = ["İst 1", "ẞ 1", "ΑΣ1", "ΑΣ"];
  const tags = (body: object) => test.api.ok("tagLists", { body: { ids: [id], ...body } });
  expect(await tags({ tags: names })).toMatchObject({ added: 4 });
  expect(await tags({ tags: names })).toMatchObject({ added: 0, removed: 0 });
  const found = await test.api.ok("listLists", { query: { tag: names } });
  expect(found.items.map((list) => list.id)).toEqual([id]);
  expect(await tags({ remove: names })).toMatchObject({ removed: 4 });
  expect((await test.api.ok("listLabels")).items).toHaveLength(4);
});
