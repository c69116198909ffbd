import { expect, it } from "vitest";
import { company } from "../../../../tests/harness/company.ts";

it("refuses an option that is named twice", async () => {
  const { api } = await company();
  const { id, options } = await api.ok("createCustomField", { body: { name: "Size", type: "select", options: ["S"] } });
  const again = [...options, { id: options[0]?.id, name: "L" }];
  expect(await api.refused("updateCustomField", { params: { id }, body: { options: again } })).toEqual({
    status: 400,
    code: "validation",
    message: "options.1.id",
    params: {},
  });
});

it("leaves no mark of a deleted field on the contacts", async () => {
  const { api, aContact, work } = await company();
  const size = await api.ok("createCustomField", { body: { name: "Size", type: "text" } });
  const contacts = [await aContact(), await aContact()];
  const write = (id: string, value: string | null) =>
    api.ok("updateContact", { params: { id }, body: { city: "Brno", customFields: { [size.id]: value } } });
  for (const { id } of contacts) await write(id, "L");
  await write(contacts[0]?.id ?? "", null);
  await api.ok("deleteCustomField", { params: { id: size.id } });
  await work();
  for (const { id } of contacts) {
    expect(await api.ok("getContact", { params: { id } })).toMatchObject({ customFields: {}, editedFields: ["city"] });
  }
});
