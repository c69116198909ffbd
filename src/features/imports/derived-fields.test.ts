import { expect, it } from "vitest";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anOrder } from "../../../tests/harness/factories/orders.ts";
import { anImport } from "../../../tests/harness/factories/imports.ts";

const jana = {
  gender: "f",
  nameDay: "05-24",
  vocativeFirstName: "Jano",
  vocativeLastName: "Nováková",
  salutation: "Dobrý den, Jano,",
  salutationFormal: "Vážená paní Nováková,",
};

const nothing = Object.fromEntries(Object.keys(jana).map((field) => [field, null]));

const names = [
  ["email", "email"],
  ["first", "firstName"],
  ["last", "lastName"],
] as const;
const namesAndDerived = [...names, ["gender", "gender"], ["vocative", "vocativeFirstName"]] as const;

const toFile = (mapping: readonly (readonly [string, string])[], ...rows: string[]) => ({
  mapping,
  text: `${[mapping.map(([column]) => column).join(","), ...rows].join("\n")}\n`,
});

async function readContact({ api }: TestCompany, email: string) {
  const { items } = await api.ok("listContacts", { query: { q: email } });
  return api.ok("getContact", { params: { id: items[0]?.id ?? "" } });
}

it("fills the fields of new contacts that follow from their names, in the language of the row or of the shop", async () => {
  const one = await company();
  const [czech, slovak, english, nameless] = [anEmail(), anEmail(), anEmail(), anEmail()];
  const done = await anImport(
    one,
    toFile(
      [...names, ["language", "language"]],
      `${czech},Jana,Nováková,`,
      `${slovak},Jana,Nováková,sk`,
      `${english},Jana,Nováková,en`,
      `${nameless},,,`,
    ),
  );
  expect(done.result).toMatchObject({ created: 4, invalid: 0 });
  expect(await readContact(one, czech)).toMatchObject({ ...jana, language: "cs", editedFields: [] });
  expect(await readContact(one, slovak)).toMatchObject({
    ...jana,
    nameDay: "08-21",
    vocativeFirstName: null,
    vocativeLastName: null,
    salutation: "Dobrý deň, Jana,",
    salutationFormal: "Vážená pani Nováková,",
  });
  expect(await readContact(one, english)).toMatchObject(nothing);
  expect(await readContact(one, nameless)).toMatchObject(nothing);
});

it("derives nothing if the language of the shop is not supported", async () => {
  const one = await company();
  const { db } = one.ctx;
  await db.sql`update shop set language = 'en' where tenant_id = ${db.tenantId}`;
  const email = anEmail();
  await anImport(one, toFile(names, `${email},Jana,Nováková`));
  expect(await readContact(one, email)).toMatchObject({ ...nothing, language: "en" });
});

it("keeps the values of the file, fills its empty cells, and changes nothing when repeated", async () => {
  const one = await company();
  const [given, empty] = [anEmail(), anEmail()];
  const file = toFile(namesAndDerived, `${given},Jana,Nováková,f,Janičko`, `${empty},Jana,Nováková,,`);
  await anImport(one, file);
  const nickname = { vocativeFirstName: "Janičko", salutation: "Dobrý den, Janičko," };
  expect(await readContact(one, given)).toMatchObject({ ...jana, ...nickname });
  expect(await readContact(one, empty)).toMatchObject(jana);
  for (const options of [{}, { emptyOverwrites: true }]) {
    expect((await anImport(one, { ...file, options })).result).toMatchObject({ updated: 0, unchanged: 2 });
  }
  expect(await readContact(one, empty)).toMatchObject(jana);
});

it("derives again for new names of existing contacts, except values of a person or of an earlier file", async () => {
  const one = await company();
  const [plain, edited, filed] = [anEmail(), anEmail(), anEmail()];
  await anImport(
    one,
    toFile(
      namesAndDerived,
      ...[plain, edited].map((email) => `${email},Jana,Nováková,,`),
      `${filed},Jana,Nováková,,Jani`,
    ),
  );
  const { id } = await readContact(one, edited);
  await one.api.ok("updateContact", { params: { id }, body: { vocativeFirstName: "Janičko", nameDay: null } });
  for (const mode of ["upsert", "update_only"]) {
    const rows = [plain, edited, filed].map((email) => `${email},${mode === "upsert" ? "Eva" : "Lucie"},Nováková,,`);
    const done = await anImport(one, { ...toFile(namesAndDerived, ...rows), mode });
    expect(done.result).toMatchObject({ updated: 3, created: 0 });
  }
  const lucie = { ...jana, nameDay: "12-13", vocativeFirstName: "Lucie", salutation: "Dobrý den, Lucie," };
  expect(await readContact(one, plain)).toMatchObject(lucie);
  expect(await readContact(one, edited)).toMatchObject({
    vocativeFirstName: "Janičko",
    salutation: "Dobrý den, Janičko,",
    nameDay: null,
  });
  expect(await readContact(one, filed)).toMatchObject({
    vocativeFirstName: "Jani",
    salutation: "Dobrý den, Jani,",
    nameDay: "12-13",
  });
});

it("fills the fields of a buyer, whose order has no name", async () => {
  const one = await company();
  const email = anEmail();
  await one.api.ok("recordOrders", { body: anOrder(one, { email }) });
  expect(await readContact(one, email)).toMatchObject({ ...nothing, status: "customer" });
  await anImport(one, toFile(names, `${email},Jana,Nováková`));
  expect(await readContact(one, email)).toMatchObject(jana);
});
