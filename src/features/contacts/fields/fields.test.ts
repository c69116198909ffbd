import { expect, it } from "vitest";
import { company } from "../../../../tests/harness/factories/company.ts";

it("rejects a repeated option name", async () => {
  const { api } = await company();
  const { id, options } = await api.ok("createCustomField", { body: { name: "Size", type: "select", options: ["S"] } });
  const again = [...options, { id: options[0]?.id, name: "L" }];
  expect(await api.refused("updateCustomField", { params: { id }, body: { options: again } })).toEqual({
    status: 400,
    code: "validation",
    message: "options.1.id",
    params: expect.any(Object),
  });
});

it("keeps the choices of contacts when options are replaced by the same names", async () => {
  const { api, aContact, runActions } = await company();
  const field = await api.ok("createCustomField", { body: { name: "Size", type: "select", options: ["S", "M"] } });
  const [small, middle] = field.options.map((option) => option.id);
  const chosen = { [field.id]: middle };
  const { id } = await aContact();
  await api.ok("updateContact", { params: { id }, body: { customFields: chosen } });
  const write = async (options: (string | object)[]) =>
    (await api.ok("updateCustomField", { params: { id: field.id }, body: { options } })).options;
  expect(await write(["L", "m", "S"])).toEqual([
    { id: expect.any(String), name: "L" },
    { id: middle, name: "m" },
    { id: small, name: "S" },
  ]);
  await runActions();
  expect(await api.ok("getContact", { params: { id } })).toMatchObject({ customFields: chosen });
  // A name that another option takes is a new option.
  const [renamed, fresh] = await write([{ id: middle, name: "XL" }, "M"]);
  expect([renamed?.id, fresh?.id === middle]).toEqual([middle, false]);
});

it("removes the values of a deleted field from contacts", async () => {
  const { api, aContact, runActions } = await company();
  const size = await api.ok("createCustomField", { body: { name: "Size", type: "text" } });
  const contacts = [await aContact(), await aContact()];
  const write = (id: string, value: string | null) =>
    api.ok("updateContact", { params: { id }, body: { city: "Brno", customFields: { [size.id]: value } } });
  for (const { id } of contacts) await write(id, "L");
  await write(contacts[0]?.id ?? "", null);
  await api.ok("deleteCustomField", { params: { id: size.id } });
  await runActions();
  for (const { id } of contacts) {
    expect(await api.ok("getContact", { params: { id } })).toMatchObject({ customFields: {}, editedFields: ["city"] });
  }
});

it("hides deleted fields and options at once, before the contacts have lost them", async () => {
  const { api, aContact, shopId, runActions } = await company();
  const create = (name: string, type: string, options?: string[]) =>
    api.ok("createCustomField", { body: { name, type, options } });
  const note = await create("Note", "text");
  const size = await create("Size", "select", ["S", "L"]);
  const tags = await create("Tags", "multiselect", ["a", "b"]);
  const [small, large] = size.options;
  const [first, second] = tags.options;
  const { id } = await aContact({
    customFields: { [note.id]: "x", [size.id]: large?.id, [tags.id]: [first?.id, second?.id] },
  });
  const matched = async (fieldId: string, operator: string, value?: string) => {
    const rule = { type: "custom_field", fieldId, operator, ...(value === undefined ? {} : { value }) };
    const definition = { type: "group", match: "all", rules: [rule] };
    return (await api.ok("previewSegment", { body: { shopId, definition } })).matched;
  };
  expect(await matched(size.id, "is_empty")).toBe(0);
  expect(await matched(tags.id, "is_empty")).toBe(0);

  await api.ok("deleteCustomField", { params: { id: note.id } });
  await api.ok("updateCustomField", { params: { id: size.id }, body: { options: [small] } });
  await api.ok("updateCustomField", { params: { id: tags.id }, body: { options: [second] } });
  const left = { [tags.id]: [second?.id] };
  expect((await api.ok("getContact", { params: { id } })).customFields).toEqual(left);
  expect((await api.ok("exportContact", { params: { id } })).profile.customFields).toEqual(left);
  expect(await matched(size.id, "is_empty")).toBe(1);
  expect(await matched(size.id, "neq", small?.id)).toBe(1);
  expect(await matched(tags.id, "contains", second?.id)).toBe(1);
  await api.ok("updateCustomField", { params: { id: tags.id }, body: { options: ["c"] } });
  expect(await matched(tags.id, "is_empty")).toBe(1);
  await runActions();
  expect((await api.ok("getContact", { params: { id } })).customFields).toEqual({ [tags.id]: [] });
});
