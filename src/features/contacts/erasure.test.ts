import { expect, it } from "vitest";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aConfirmedSignUp, aForm, aSignUp, findContactByEmail } from "../../../tests/harness/factories/forms.ts";
import { anImport } from "../../../tests/harness/factories/imports.ts";
import { anOrder } from "../../../tests/harness/factories/orders.ts";
import { multipartForm } from "../../../tests/harness/factories/multipart-form.ts";

/**
 * Searches every table of the database, so that forgotten tables are found too; of rows that have a company those of
 * this one.
 */
async function tablesMentioning({ app, tenantId }: TestCompany, text: string): Promise<string[]> {
  const tables = await app.db.sql<{ name: string; hasCompany: boolean }[]>`
    select format('%I.%I', n.nspname, c.relname) as name, exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as has_company
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'pgboss')`;
  const searches = tables.map(({ name, hasCompany }) => {
    const own = hasCompany ? `t.tenant_id = ${tenantId}` : "true";
    return `
      select '${name}' as name where exists (
        select from ${name} t where ${own} and position('${text}' in lower(t::text)) > 0)`;
  });
  // A cluster plans no union of distributed and other tables.
  const found = await Promise.all(searches.map((search) => app.db.sql.unsafe<{ name: string }[]>(search)));
  return found.flat().map(({ name }) => name);
}

it("removes the address from all tables and prevents its return", async () => {
  const one = await company();
  const { api, aContact, purposeId } = one;
  const { id, email } = await aContact({ firstName: "Eva" });
  await api.ok("updateContact", { params: { id }, body: { note: `write to ${email}` } });
  await api.ok("unsubscribeContact", { params: { id }, body: { note: `asked from ${email}` } });
  expect(await tablesMentioning(one, email)).not.toEqual([]);

  await api.ok("eraseContact", { params: { id }, body: { confirm: true } });

  expect(await tablesMentioning(one, email)).toEqual([]);
  expect((await api.ok("listSuppressions")).items).toMatchObject([
    { email: null, reason: "unsubscribed", detail: null },
  ]);
  const body = { email, purposeId, consentConfirmed: true };
  expect(await api.refused("createContact", { body })).toMatchObject({ status: 409, message: "erased" });
  expect(await api.refused("getContact", { params: { id } })).toMatchObject({ status: 404 });
  expect(await api.refused("deleteSuppression", { params: { email } })).toMatchObject({ status: 409 });
});

it("removes it from stored idempotent responses", async () => {
  const one = await company();
  const { api, purposeId } = one;
  const body = { email: "forget.me@example.com", purposeId, consentConfirmed: true };
  await api.ok("createContact", { body, headers: { "idempotency-key": "abc" } });
  const [contact] = (await api.ok("listContacts")).items;
  await api.ok("eraseContact", { params: { id: contact?.id ?? "" }, body: { confirm: true } });
  expect(await tablesMentioning(one, "forget.me@example.com")).toEqual([]);
});

it("anonymizes orders, those of an earlier contact too", async () => {
  const one = await company();
  const { api } = one;
  const email = "buyer.to.forget@example.com";
  const buy = async (externalId: string) => {
    const body = anOrder(one, { email, externalId });
    await api.ok("recordOrders", { body, headers: { "idempotency-key": externalId } });
    return (await api.ok("listContacts")).items[0]?.id ?? "";
  };
  await api.ok("deleteContact", { params: { id: await buy("1") } });
  const id = await buy("2");
  await api.ok("eraseContact", { params: { id }, body: { confirm: true } });
  expect(await tablesMentioning(one, email)).toEqual([]);
  await api.ok("recordOrders", { body: { orders: [anOrder(one, { email, externalId: "3" })] } });
  expect(await tablesMentioning(one, email)).toEqual([]);
  expect((await api.ok("listOrders")).items.map(({ contactId }) => contactId)).toEqual([null, null, null]);
});

it("removes it from rejected rows of imports and from drafts that quote them", async () => {
  const one = await company();
  const { api, aContact } = one;
  const { id, email } = await aContact();
  const people = `Email,Born\n${email.toUpperCase()},never\n${email},\n${email},1.1.2000\n`;
  const mapping = [
    ["Email", "email"],
    ["Born", "birthday"],
  ] as const;
  const done = await anImport(one, { text: people, mapping });
  expect(done.result).toMatchObject({ updated: 1, invalid: 1, skipped: 1 });
  await api.ok("createImportDraft", { body: { state: { samples: [[email]] } } });
  expect(await tablesMentioning(one, email)).toEqual(
    expect.arrayContaining(["public.import_problem", "public.import_draft"]),
  );
  await api.ok("eraseContact", { params: { id }, body: { confirm: true } });
  expect(await tablesMentioning(one, email)).toEqual([]);
  const rejected = await api.call("downloadRejectedRows", { params: { import_id: done.id } });
  expect(rejected.body).toBe("Email,Born,row,column,code\r\n,,2,Born,invalid\r\n,,3,Email,duplicate\r\n");
});

it("removes it from audiences, definitions, imports and drafts", async () => {
  const one = await company();
  const { api, aContact, shopId } = one;
  const { id, email } = await aContact();
  const other = `jan.${email}`;
  const audience = { excludeEmails: [other, email] };
  const campaign = await api.ok("createCampaign", { body: { name: "News", shopId, audience } });
  const rule = (value: string) => ({ type: "field", field: "email", operator: "neq", value });
  const definition = { type: "group", match: "all", rules: [rule(email.toUpperCase()), rule(other)] };
  const segment = await api.ok("createSegment", { body: { name: "Others", shopId, refresh: "daily", definition } });
  const words = { name: `People of ${email}`, source: `Written by ${email}.` };
  const done = await anImport(one, { text: `email\n${other}\n`, ...words });
  const draft = await api.ok("createImportDraft", { body: words });

  await api.ok("eraseContact", { params: { id }, body: { confirm: true } });

  const kept = await api.ok("getCampaign", { params: { campaign_id: campaign.id } });
  expect(kept.audience.excludeEmails).toEqual([other]);
  expect(await api.ok("getSegment", { params: { segment: segment.id } })).toMatchObject({
    definition: { type: "group", match: "all", rules: [rule("erased@invalid"), rule(other)] },
  });
  const reworded = { name: "People of erased@invalid", source: "Written by erased@invalid." };
  expect(await api.ok("getImport", { params: { import_id: done.id } })).toMatchObject(reworded);
  expect(await api.ok("getImportDraft", { params: { import_id: draft.id } })).toMatchObject(reworded);
  const [left] = (await api.ok("listContacts", { query: { q: other } })).items;
  const consents = await api.ok("listContactPurposes", { params: { id: left?.id ?? "" } });
  expect(consents.items).toMatchObject([{ source: reworded.source }]);
  expect(await quotes(one, email)).toEqual([]);
});

/** Tables that contain exactly the address, not as the end of a longer one. */
async function quotes(one: TestCompany, email: string): Promise<string[]> {
  const [quoted, longer] = await Promise.all([tablesMentioning(one, ` ${email}`), tablesMentioning(one, `"${email}`)]);
  return [...quoted, ...longer];
}

it.each<[string, (email: string) => Buffer]>([
  ["utf-8", (email) => Buffer.from(`e-mail;jméno\n${email.toUpperCase()};Růžena\n`)],
  ["utf-8 without a header, behind a byte order mark", (email) => Buffer.from(`\ufeff${email};Růžena\n`)],
  ["windows-1250", (email) => Buffer.from(`e-mail;jm\xe9no\n${email};R\xf9\x9eena\n`, "latin1")],
  ["utf-16", (email) => Buffer.from(`\ufeffe-mail\n${email}\n`, "utf16le")],
  ["utf-16, the other way", (email) => Buffer.from(`\ufeffe-mail\n${email}\n`, "utf16le").swap16()],
  ["two parts", (email) => Buffer.from(`email\n${"a@example.com\n".repeat(74_898)}aaa\n${email}\n`)],
])("deletes only the uploaded file that contains the address, in %s", async (_, fileOf) => {
  const one = await company();
  const { api, aContact } = one;
  const { id, email } = await aContact();
  const upload = async (bytes: Buffer) =>
    (await api.ok("uploadImportFile", { form: multipartForm(bytes, "p.csv") })).fileId;
  const fileId = await upload(fileOf(email));
  const otherId = await upload(Buffer.from(`email\njan.${email}\n${email}.au\n`));
  const draft = await api.ok("createImportDraft", { body: { fileId } });
  await api.ok("eraseContact", { params: { id }, body: { confirm: true } });
  expect(await api.refused("previewImport", { body: { fileId } })).toMatchObject({ status: 400, message: "fileId" });
  expect(await api.ok("getImportDraft", { params: { import_id: draft.id } })).toMatchObject({ fileId: null });
  await api.ok("previewImport", { body: { fileId: otherId } });
});

it("finds an address whose domain is written in Unicode", async () => {
  const one = await company();
  const { api, aContact } = one;
  const { id } = await aContact({ email: "růža@příklad.cz" });
  const text = "email\nrůža@příklad.cz\n";
  const { fileId } = await api.ok("uploadImportFile", { body: { text, name: "of růža@příklad.cz" } });
  await api.ok("eraseContact", { params: { id }, body: { confirm: true } });
  expect(await api.refused("previewImport", { body: { fileId } })).toMatchObject({ message: "fileId" });
  expect(await tablesMentioning(one, "růža@")).toEqual([]);
});

it("requires a confirmation", async () => {
  const { api, aContact } = await company();
  const { id } = await aContact();
  expect(await api.refused("eraseContact", { params: { id } })).toMatchObject({ status: 400, message: "confirm" });
});

it("removes it from the sign-ups of forms, what others typed included", async () => {
  const one = await company();
  const note = { key: "note", type: "text", label: "Note", target: "note" };
  const form = await aForm(one, { fields: [{ key: "email", type: "email", label: "E-mail" }, note] });
  const email = "signed.up@example.com";
  await aConfirmedSignUp(one, form, { email, note: "me" });
  await aSignUp(one, form, { email });
  await aSignUp(one, form, { email: "friend@example.com", note: `from ${email}` });
  const contact = await findContactByEmail(one, email);
  await one.api.ok("eraseContact", { params: { id: contact?.id ?? "" }, body: { confirm: true } });
  expect(await tablesMentioning(one, email)).toEqual([]);
});
