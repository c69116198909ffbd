import { describe, expect, it } from "vitest";
import { anEmail, company } from "../../../../tests/harness/factories/company.ts";

const jana = {
  gender: "f",
  nameDay: "05-24",
  vocativeFirstName: "Jano",
  vocativeLastName: "Nováková",
  salutation: "Dobrý den, Jano,",
  salutationFormal: "Vážená paní Nováková,",
};

const petr = {
  gender: "m",
  nameDay: "06-29",
  vocativeFirstName: "Petře",
  vocativeLastName: "Nováku",
  salutation: "Dobrý den, Petře,",
  salutationFormal: "Vážený pane Nováku,",
};

const nothing = {
  gender: null,
  nameDay: null,
  vocativeFirstName: null,
  vocativeLastName: null,
  salutation: null,
  salutationFormal: null,
};

const name = { firstName: "Jana", lastName: "Nováková" };

describe("a new contact", () => {
  it("gets the fields that follow from its names, with and without lists", async () => {
    const { api, aContact, aList } = await company();
    const { id: listId } = await aList();
    for (const listIds of [[], [listId]]) {
      const created = await aContact({ ...name, listIds });
      expect(created).toMatchObject({ ...jana, language: "cs", editedFields: ["firstName", "lastName"] });
      expect(await api.ok("getContact", { params: { id: created.id } })).toEqual(created);
    }
  });

  it("keeps the values of the request, which the derived ones follow", async () => {
    const { aContact } = await company();
    expect(await aContact({ ...name, vocativeFirstName: "Janičko", nameDay: "01-01" })).toMatchObject({
      ...jana,
      vocativeFirstName: "Janičko",
      salutation: "Dobrý den, Janičko,",
      nameDay: "01-01",
      editedFields: ["firstName", "lastName", "vocativeFirstName", "nameDay"],
    });
  });

  it("leaves empty what the request states as null, also when the names change or its list is filled", async () => {
    const { api, aContact, aList } = await company();
    const { id: listId } = await aList();
    const emptied = { gender: null, nameDay: null, salutation: null };
    const created = await aContact({ ...name, ...emptied, listIds: [listId] });
    const { vocativeFirstName, vocativeLastName, salutationFormal } = jana;
    const derived = { vocativeFirstName, vocativeLastName, salutationFormal };
    const editedFields = ["firstName", "lastName", "salutation", "gender", "nameDay"];
    expect(created).toMatchObject({ ...emptied, ...derived, editedFields });
    expect(await api.ok("getContact", { params: { id: created.id } })).toEqual(created);
    await api.ok("autofillList", { params: { list_id: listId }, body: {} });
    const renamed = await api.ok("updateContact", { params: { id: created.id }, body: { firstName: "Eva" } });
    expect(renamed).toMatchObject({ ...emptied, vocativeFirstName: "Evo" });
    const nulls = await aContact({ ...name, ...nothing });
    expect(nulls).toMatchObject(nothing);
    const blank = await aContact({ ...name, salutation: " " });
    expect(blank.salutation).toBe(jana.salutation);
  });

  it("has no language where the request states null, and derives in that of its shop", async () => {
    const { api, aContact } = await company();
    const created = await aContact({ ...name, language: null });
    expect(created).toMatchObject({ ...jana, language: null });
    expect(await api.ok("getContact", { params: { id: created.id } })).toEqual(created);
    expect(await aContact(name)).toMatchObject({ language: "cs" });
  });

  it("follows its own language, otherwise that of its shop", async () => {
    const { api, aContact, ctx, shopId } = await company();
    const slovak = {
      ...jana,
      nameDay: "08-21",
      vocativeFirstName: null,
      vocativeLastName: null,
      salutation: "Dobrý deň, Jana,",
      salutationFormal: "Vážená pani Nováková,",
    };
    expect(await aContact({ ...name, language: "sk" })).toMatchObject(slovak);
    await ctx.db.sql`update shop set language = 'sk' where tenant_id = ${ctx.db.tenantId} and id = ${shopId}`;
    expect(await aContact(name)).toMatchObject({ ...slovak, language: "sk" });
    expect(await aContact({ ...name, language: "cs" })).toMatchObject(jana);
    const { items } = await api.ok("listContacts");
    expect(items).toHaveLength(3);
  });

  it("gets nothing in an unsupported language, without a name, or from an ambiguous one", async () => {
    const { aContact, ctx } = await company();
    expect(await aContact({ ...name, language: "en" })).toMatchObject(nothing);
    expect(await aContact({ company: "Jana" })).toMatchObject(nothing);
    expect(await aContact({ firstName: "Jana", lastName: "Novotný" })).toMatchObject(nothing);
    await ctx.db.sql`update shop set language = 'en' where tenant_id = ${ctx.db.tenantId}`;
    expect(await aContact(name)).toMatchObject(nothing);
  });

  it("of concurrent requests gets its own fields", async () => {
    const { api, purposeId } = await company();
    const names = [name, { firstName: "Petr", lastName: "Novák" }, {}];
    const created = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        api.ok("createContact", {
          body: { email: anEmail(), purposeId, consentConfirmed: true, ...names[index % names.length] },
        }),
      ),
    );
    const expected = [jana, petr, nothing];
    expect(created).toMatchObject(created.map((_, index) => expected[index % expected.length] ?? {}));
  });
});

describe("an update", () => {
  it("of the names derives again what was derived before, and names it in the journal", async () => {
    const { api, aContact } = await company();
    const { id } = await aContact(name);
    const body = { firstName: "Petr", lastName: "Novák" };
    const updated = await api.ok("updateContact", { params: { id }, body });
    expect(updated).toMatchObject({ ...petr, editedFields: ["firstName", "lastName"] });
    expect(updated.recentActivities[0]?.title).toBe(`firstName, lastName, ${Object.keys(petr).join(", ")}`);
    const unknown = await api.ok("updateContact", { params: { id }, body: { firstName: "Xqz", lastName: null } });
    expect(unknown).toMatchObject(nothing);
  });

  it("keeps what a person wrote or emptied, and what the names did not determine", async () => {
    const { api, aContact, ctx } = await company();
    const { id } = await aContact({ ...name, salutation: "Ahoj Jani" });
    await api.ok("updateContact", { params: { id }, body: { nameDay: null } });
    await ctx.db.sql`
      update contact set vocative_last_name = 'Novotná' where tenant_id = ${ctx.db.tenantId} and id = ${id}`;
    const body = { firstName: "Eva", salutation: "Ahoj Jani", nameDay: null };
    expect(await api.ok("updateContact", { params: { id }, body })).toMatchObject({
      gender: "f",
      nameDay: null,
      vocativeFirstName: "Evo",
      vocativeLastName: "Novotná",
      salutation: "Ahoj Jani",
    });
  });

  it("of the language or of a vocative changes what depends on it", async () => {
    const { api, aContact } = await company();
    const { id } = await aContact(name);
    const update = (body: Record<string, unknown>) => api.ok("updateContact", { params: { id }, body });
    expect(await update({ vocativeFirstName: "Janičko" })).toMatchObject({
      ...jana,
      vocativeFirstName: "Janičko",
      salutation: "Dobrý den, Janičko,",
    });
    expect(await update({ language: "en" })).toMatchObject({ ...nothing, vocativeFirstName: "Janičko" });
    expect(await update({ language: "cs" })).toMatchObject({ salutation: "Dobrý den, Janičko,", gender: "f" });
    expect(await update({ city: "Brno" })).toMatchObject({ editedFields: expect.arrayContaining(["city"]) });
  });
});
