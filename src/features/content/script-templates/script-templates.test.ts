import { expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { company } from "../../../../tests/harness/factories/company.ts";

const refusal = (message: string, params: unknown = expect.any(Object)) => ({
  status: 400,
  code: "validation",
  message,
  params,
});
const conflict = { status: 409, code: "conflict", message: "name", params: {} };
const notFound = { status: 404, code: "not_found", message: "script_template", params: {} };
const source = "{% for item in items %}{{ item.name }}{% endfor %}";

it("adds a script, returns it and lists it without its source", async () => {
  holdClock();
  const { api, clock } = await company();
  const answer = await api.call("createScriptTemplate", { body: { name: " Basket ", source, description: " d " } });
  expect(answer.status).toBe(201);
  const at = clock.now().toISOString();
  const row = { id: expect.stringMatching(/^\d+$/), name: "Basket", description: "d", createdAt: at, updatedAt: at };
  expect(answer.body).toEqual({ ...row, source });
  expect(await api.ok("listScriptTemplates")).toEqual({ items: [row], total: 1, page: 1, pageSize: 25 });
});

it.each([
  [{ name: "" }, "name"],
  [{ name: "x".repeat(201) }, "name"],
  [{ source: undefined }, "source"],
  [{ source: 5 }, "source"],
  [{ description: 5 }, "description"],
])("rejects %j", async (fields, message) => {
  const { api } = await company();
  const body = { name: "S", source, ...fields };
  expect(await api.refused("createScriptTemplate", { body })).toEqual(refusal(message));
});

it("rejects a script that is too long", async () => {
  const { api } = await company();
  const body = { name: "S", source: "x".repeat(102_001) };
  expect(await api.refused("createScriptTemplate", { body })).toEqual(
    refusal("source", { bytes: 102_001, max: 102_000, unit: "bytes" }),
  );
});

it.each([
  ["is not closed", "{% for item in items %}\n{{ item.name", "twig_syntax"],
  ["has an unknown word", "\n{% explode %}", "twig_syntax"],
  ["never ends", "{% for a in 1..99999 %}{% for b in 1..99999 %}{% endfor %}{% endfor %}", "twig_time"],
])("rejects a script that %s, on create and update", async (_what, broken, code) => {
  const { api } = await company();
  const { id } = await api.ok("createScriptTemplate", { body: { name: "Good", source } });
  const rejection = refusal("source", { issues: [expect.objectContaining({ code, severity: "error" })] });
  expect(await api.refused("createScriptTemplate", { body: { name: "S", source: broken } })).toEqual(rejection);
  // The same template would be refused for a while.
  const change = { params: { id }, body: { source: `${broken} ` } };
  expect(await api.refused("updateScriptTemplate", change)).toEqual(rejection);
  expect((await api.ok("getScriptTemplate", { params: { id } })).source).toBe(source);
});

it("updates only the given fields and requires unique names", async () => {
  holdClock();
  const { api, clock } = await company();
  const first = await api.ok("createScriptTemplate", { body: { name: "First", source, description: "d" } });
  await api.ok("createScriptTemplate", { body: { name: "Second", source } });
  const params = { id: first.id };
  clock.advance(1000);
  const updatedAt = clock.now().toISOString();
  const changed = { ...first, source: "{{ name }}", updatedAt };
  expect(await api.ok("updateScriptTemplate", { params, body: { source: "{{ name }}" } })).toEqual(changed);
  expect(await api.ok("updateScriptTemplate", { params, body: { name: "FIRST", description: null } })).toEqual({
    ...changed,
    name: "FIRST",
    description: "",
  });
  expect(await api.refused("updateScriptTemplate", { params, body: { name: "second" } })).toEqual(conflict);
  expect(await api.refused("createScriptTemplate", { body: { name: "second", source } })).toEqual(conflict);
});

it("is found, sorted and paged", async () => {
  const { api } = await company();
  for (const name of ["Košík", "Zboží", "Články"]) await api.ok("createScriptTemplate", { body: { name, source } });
  const found = async (query: object) =>
    (await api.ok("listScriptTemplates", { query: { sort: "id", ...query } })).items.map(({ name }) => name);
  expect(await found({ q: "KOSIK" })).toEqual(["Košík"]);
  expect(await found({ sort: "-id", pageSize: 2 })).toEqual(["Články", "Zboží"]);
  expect(await found({ page: 2, pageSize: 2 })).toEqual(["Články"]);
  expect(await api.refused("listScriptTemplates", { query: { sort: "source" } })).toEqual(refusal("sort"));
});

it("is deleted, and not found by another company", async () => {
  const [{ api }, other] = await Promise.all([company(), company()]);
  const script = await other.api.ok("createScriptTemplate", { body: { name: "S", source } });
  const params = { id: script.id };
  expect(await api.refused("getScriptTemplate", { params })).toEqual(notFound);
  expect(await api.refused("updateScriptTemplate", { params, body: { name: "Mine" } })).toEqual(notFound);
  expect(await api.refused("deleteScriptTemplate", { params })).toEqual(notFound);
  expect(await other.api.ok("getScriptTemplate", { params })).toEqual(script);
  expect((await other.api.call("deleteScriptTemplate", { params })).status).toBe(204);
  expect(await other.api.refused("getScriptTemplate", { params })).toEqual(notFound);
});
