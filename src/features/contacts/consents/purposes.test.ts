import { expect, it } from "vitest";
import { company } from "../../../../tests/harness/factories/company.ts";

const wrongName = { status: 400, code: "validation", message: "name", params: expect.any(Object) };

it("have a trimmed single-line name", async () => {
  const { api } = await company();
  const { id, name } = await api.ok("createPurpose", { body: { name: " Recipes " } });
  expect(name).toBe("Recipes");
  expect(await api.ok("updatePurpose", { params: { id }, body: { name: " News " } })).toMatchObject({ name: "News" });
  for (const wrong of ["", "   ", "a\nb", "x".repeat(201)]) {
    expect(await api.refused("createPurpose", { body: { name: wrong } })).toEqual(wrongName);
    expect(await api.refused("updatePurpose", { params: { id }, body: { name: wrong } })).toEqual(wrongName);
  }
});

it.each([
  ["validMonths", { validMonths: 6 }],
  ["isDefault", { isDefault: true }],
  ["id", { id: "1" }],
  ["createdAt", { name: "News", createdAt: "2026-01-01T00:00:00.000Z" }],
])("cannot change %s", async (message, body) => {
  const { api } = await company();
  const purpose = await api.ok("createPurpose", { body: { name: "Recipes", validMonths: 12 } });
  expect(await api.refused("updatePurpose", { params: { id: purpose.id }, body })).toEqual({ ...wrongName, message });
  expect((await api.ok("listPurposes")).items).toContainEqual(purpose);
});
