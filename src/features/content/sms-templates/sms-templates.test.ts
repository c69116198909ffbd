import { expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { smsLength } from "./sms-length.ts";

it.each([
  ["", "gsm7", 0, 1],
  ["a".repeat(160), "gsm7", 160, 1],
  ["a".repeat(161), "gsm7", 161, 2],
  ["a".repeat(306), "gsm7", 306, 2],
  ["a".repeat(307), "gsm7", 307, 3],
  ["€".repeat(80), "gsm7", 160, 1],
  // An escape sequence is not split: the first part holds 152 septets and the next needs 2.
  [`${"a".repeat(152)}€${"a".repeat(152)}`, "gsm7", 306, 3],
  ["ž".repeat(70), "ucs2", 70, 1],
  ["ž".repeat(71), "ucs2", 71, 2],
  ["😀".repeat(35), "ucs2", 70, 1],
  ["😀".repeat(36), "ucs2", 72, 2],
  ["Ahoj é ö Δ\n", "gsm7", 11, 1],
])("counts %j", (text, encoding, units, parts) => {
  expect(smsLength(text)).toEqual({ encoding, units, parts });
});

const aTemplate = ({ api }: TestCompany, fields: Record<string, unknown> = {}) =>
  api.ok("createSmsTemplate", { body: { name: "Order sent", text: "Hello {{df_name}}", ...fields } });

const missing = { status: 404, code: "not_found", message: "sms_template", params: {} };
const taken = { status: 409, code: "conflict", message: "name", params: {} };

it("stores a template and returns its length without merge tags", async () => {
  holdClock();
  const own = await company();
  const template = await aTemplate(own, { name: " Order sent ", shopId: own.shopId });
  const at = own.clock.now().toISOString();
  expect(template).toEqual({
    id: template.id,
    name: "Order sent",
    text: "Hello {{df_name}}",
    shopId: own.shopId,
    encoding: "gsm7",
    units: 6,
    parts: 1,
    mergeTags: ["{{df_name}}"],
    createdAt: at,
    updatedAt: at,
  });
  expect(await own.api.ok("getSmsTemplate", { params: { id: template.id } })).toEqual(template);
});

it("lists by search and shop", async () => {
  const own = await company();
  const whole = await aTemplate(own, { name: "Žádost" });
  own.clock.advance(1000);
  const shops = await aTemplate(own, { shopId: own.shopId });
  expect(await own.api.ok("listSmsTemplates")).toEqual({ items: [shops, whole], total: 2, page: 1, pageSize: 25 });
  const ids = async (query: Record<string, string>) =>
    (await own.api.ok("listSmsTemplates", { query })).items.map(({ id }) => id);
  expect(await ids({ q: "zadost" })).toEqual([whole.id]);
  expect(await ids({ shop: own.shopId, sort: "name" })).toEqual([shops.id, whole.id]);
  expect(await own.api.refused("listSmsTemplates", { query: { shop: "999999" } })).toMatchObject({ message: "shop" });
});

it("updates, copies and deletes", async () => {
  holdClock();
  const own = await company();
  const template = await aTemplate(own, { shopId: own.shopId });
  const params = { id: template.id };
  own.clock.advance(1000);
  const updatedAt = own.clock.now().toISOString();
  const changed = await own.api.ok("updateSmsTemplate", { params, body: { text: "Žluť", shopId: null } });
  expect(changed).toEqual({
    ...template,
    text: "Žluť",
    shopId: null,
    encoding: "ucs2",
    units: 4,
    mergeTags: [],
    updatedAt,
  });
  const copy = await own.api.ok("copySmsTemplate", { params, body: {} });
  expect(copy).toEqual({ ...changed, id: copy.id, name: "Order sent 2", createdAt: updatedAt });
  expect(await own.api.ok("copySmsTemplate", { params, body: { name: "Mine" } })).toMatchObject({ name: "Mine" });
  expect(await own.api.refused("copySmsTemplate", { params, body: { name: "mine" } })).toEqual(taken);
  expect(await own.api.refused("updateSmsTemplate", { params, body: { name: "MINE" } })).toEqual(taken);
  await own.api.ok("deleteSmsTemplate", { params });
  expect(await own.api.refused("getSmsTemplate", { params })).toEqual(missing);
});

it.each([
  ["name", { name: "" }],
  ["name", { name: "a\nb" }],
  ["text", { text: "" }],
  ["text", { text: "  " }],
  ["text", { text: "x".repeat(1601) }],
  ["shopId", { shopId: "999999" }],
  ["shopId", { shopId: 1 }],
])("rejects an invalid %s", async (field, fields) => {
  const { api } = await company();
  const refusal = await api.refused("createSmsTemplate", { body: { name: "x", text: "y", ...fields } });
  expect(refusal).toEqual({ status: 400, code: "validation", message: field, params: expect.any(Object) });
});

it("finds nothing of another company", async () => {
  const own = await company();
  const other = await company();
  const theirs = await aTemplate(other);
  const params = { id: theirs.id };
  for (const name of ["getSmsTemplate", "deleteSmsTemplate"] as const) {
    expect(await own.api.refused(name, { params })).toEqual(missing);
  }
  expect(await own.api.refused("updateSmsTemplate", { params, body: { name: "x" } })).toEqual(missing);
  expect(await own.api.refused("copySmsTemplate", { params, body: {} })).toEqual(missing);
  const foreignShop = await own.api.refused("createSmsTemplate", {
    body: { name: "x", text: "y", shopId: other.shopId },
  });
  expect(foreignShop).toMatchObject({ status: 400, message: "shopId" });
});
