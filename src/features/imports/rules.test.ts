import { describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import {
  anInsertedList,
  anImport,
  importBody,
  listSizes,
  toMapping,
} from "../../../tests/harness/factories/imports.ts";
import { anOrder } from "../../../tests/harness/factories/orders.ts";
import { findContactCountDifferences } from "../contacts/counts.sql.ts";

const csv = (...lines: string[]) => `${lines.join("\n")}\n`;

const readContact = async ({ api }: TestCompany, email: string) => {
  const [row] = (await api.ok("listContacts", { query: { q: email } })).items;
  return row === undefined ? undefined : api.ok("getContact", { params: { id: row.id } });
};

const listMembers = async ({ ctx: { db } }: TestCompany, listId: string) => {
  const rows = await db.sql<{ email: string; state: string }[]>`
    select c.email, m.state from list_member m join contact c on c.tenant_id = ${db.tenantId} and c.id = m.contact_id
    where m.tenant_id = ${db.tenantId} and m.list_id = ${listId} order by c.email`;
  return Object.fromEntries(rows.map(({ email, state }) => [email, state]));
};

const listEntries = async ({ ctx: { db } }: TestCompany, contactId: string) => {
  const rows = await db.sql<{ type: string; payload: object }[]>`
    select type, payload from journal where tenant_id = ${db.tenantId} and contact_id = ${contactId} order by id`;
  return rows.map(({ type, payload }) => [type, payload]);
};

const counts = (result: { problems: unknown } | null) => {
  const { problems: _problems, ...rest } = result ?? { problems: [] };
  return rest;
};

describe("an upsert", () => {
  it("updates contacts except fields edited by a person, and deletes values only with emptyOverwrites", async () => {
    const one = await company();
    const { api } = one;
    const email = anEmail();
    const mapping = [
      ["email", "email"],
      ["first", "firstName"],
      ["city", "city"],
      ["street", "street"],
    ] as const;
    await anImport(one, { text: csv("email,first,city,street", `${email},Jana,Brno,Dlouhá 1`), mapping });
    const id = (await readContact(one, email))?.id ?? "";
    await api.ok("updateContact", { params: { id }, body: { city: "Praha" } });
    const text = csv("email,first,city,street", `${email},Jana Marie,Zlín,`);
    const done = await anImport(one, { text, mapping });
    expect(counts(done.result)).toEqual({
      rows: 1,
      created: 0,
      updated: 1,
      unchanged: 0,
      skipped: 0,
      invalid: 0,
      notAddedToLists: 0,
    });
    expect(await readContact(one, email)).toMatchObject({ firstName: "Jana Marie", city: "Praha", street: "Dlouhá 1" });
    const fields = ["firstName", "salutation", "vocativeFirstName", "nameDay"];
    expect((await listEntries(one, id)).at(-1)).toEqual([
      "contact_updated",
      { fields, title: fields.join(", "), importId: done.id, quiet: true },
    ]);
    expect((await api.ok("listContacts", { query: { q: "jana marie" } })).total).toBe(1);
    const again = await anImport(one, { text, mapping });
    expect(counts(again.result)).toMatchObject({ updated: 0, unchanged: 1 });
    await anImport(one, { text, mapping, options: { emptyOverwrites: true } });
    expect(await readContact(one, email)).toMatchObject({ city: "Praha", street: null });
  });

  it("names itself among the sources of the contacts that it changes, once", async () => {
    holdClock();
    const one = await company();
    const { email, sources } = await one.aContact();
    const unchanged = await one.aContact();
    const mapping = [
      ["email", "email"],
      ["first", "firstName"],
    ] as const;
    one.clock.advance(1000);
    const at = one.clock.now().toISOString();
    await anImport(one, { text: csv("email,first", `${email},Eva`, `${unchanged.email},`), mapping });
    one.clock.advance(1000);
    await anImport(one, { text: csv("email,first", `${email},Jana`), mapping });
    expect(await readContact(one, email)).toMatchObject({ sources: [...sources, { source: "import", at }] });
    expect(await readContact(one, unchanged.email)).toMatchObject({ sources });
  });

  it("never resubscribes: whoever refused keeps status, consent and lists, and is told apart", async () => {
    const one = await company();
    const { api, aContact } = one;
    const list = await anInsertedList(one, "Fair");
    const gone = await aContact();
    await api.ok("unsubscribeContact", { params: { id: gone.id } });
    const blacklisted = await aContact();
    await api.ok("blacklistContact", { params: { id: blacklisted.id } });
    const unknownEmail = anEmail();
    await api.ok("createSuppression", { body: { email: unknownEmail } });
    const deleted = await aContact();
    await api.ok("unsubscribeContact", { params: { id: deleted.id } });
    await api.ok("deleteContact", { params: { id: deleted.id } });
    const text = csv("email", gone.email, blacklisted.email, unknownEmail, deleted.email);
    const done = await anImport(one, { text, listIds: [list] });
    expect(done.result).toEqual({
      rows: 4,
      created: 2,
      updated: 0,
      unchanged: 0,
      skipped: 2,
      invalid: 0,
      notAddedToLists: 2,
      problems: [
        { row: 2, column: "email", code: "unsubscribed" },
        { row: 3, column: "email", code: "blacklisted" },
      ],
    });
    expect(await readContact(one, gone.email)).toMatchObject({ status: "unsubscribed", excluded: true });
    expect(await readContact(one, unknownEmail)).toMatchObject({
      status: "subscribed",
      state: "blacklisted",
      excluded: true,
    });
    const back = await readContact(one, deleted.email);
    expect(back).toMatchObject({ status: "unsubscribed", suppressionReason: "unsubscribed", excluded: true });
    expect(await api.ok("listContactPurposes", { params: { id: back?.id ?? "" } })).toMatchObject({
      items: [{ state: "withdrawn" }],
      history: [{ action: "refused" }],
    });
    expect(await listMembers(one, list)).toEqual({});
    expect(await listSizes(one, list)).toEqual({});
    expect(await findContactCountDifferences(one.ctx.db)).toEqual([]);
  });

  it("counts contacts not added to a list because they unsubscribed from it or opted out", async () => {
    const one = await company();
    const { api, aContact } = one;
    const [fair, news] = [await anInsertedList(one, "Fair"), await anInsertedList(one, "News")];
    const [left, removed, stays, refuser] = await Promise.all([aContact(), aContact(), aContact(), aContact()]);
    const contactIds = [left.id, removed.id, stays.id];
    await api.ok("addListMembers", { params: { list_id: fair }, body: { contactIds } });
    await api.ok("unsubscribeListMembers", { params: { list_id: fair }, body: { contactIds: [left.id] } });
    await api.ok("removeListMembers", { params: { list_id: fair }, body: { contactIds: [removed.id] } });
    await api.ok("unsubscribeContact", { params: { id: refuser.id } });
    const text = csv(
      "email,city",
      ...[left, removed, stays, refuser].map(({ email }) => `${email},Brno`),
      `${anEmail()},Brno`,
    );
    const mapping = [
      ["email", "email"],
      ["city", "city"],
    ] as const;
    const done = await anImport(one, { text, mapping, listIds: [fair, news] });
    expect(counts(done.result)).toMatchObject({ created: 1, updated: 4, skipped: 0, notAddedToLists: 2 });
    expect(await listSizes(one, fair)).toEqual({ active: 3, unsubscribed: 1 });
    expect(await listSizes(one, news)).toEqual({ active: 4 });
    const again = await anImport(one, { text, mapping, listIds: [fair] });
    expect(counts(again.result)).toMatchObject({ unchanged: 4, skipped: 1, notAddedToLists: 1 });
    const without = await anImport(one, { text, mapping });
    expect(counts(without.result)).toMatchObject({ notAddedToLists: 0 });
  });

  it("skips erased addresses without writing them anywhere", async () => {
    const one = await company();
    const { api, aContact } = one;
    const { id, email } = await aContact();
    await api.ok("eraseContact", { params: { id }, body: { confirm: true } });
    const done = await anImport(one, { text: csv("email", email) });
    expect(done.result).toMatchObject({ skipped: 1, problems: [{ row: 2, column: "email", code: "erased" }] });
    expect((await api.ok("listContacts")).total).toBe(0);
    const answer = await api.call("downloadRejectedRows", { params: { import_id: done.id } });
    expect(answer.body).toBe("email,row,column,code\r\n,2,email,erased\r\n");
  });

  it("subscribes customers, leaves pending contacts pending, and restores no withdrawn consent", async () => {
    const one = await company();
    const { api, aContact, ctx, purposeId } = one;
    const [customer, pending, picky] = await Promise.all([aContact(), aContact(), aContact()]);
    const { db } = ctx;
    await db.sql`delete from consent where tenant_id = ${db.tenantId} and contact_id in (${customer.id}, ${pending.id})`;
    await setStatus(one, customer.id, "customer");
    await setStatus(one, pending.id, "pending");
    const extra = await api.ok("createPurpose", { body: { name: "Recipes" } });
    const given = await api.ok("addContactPurpose", {
      params: { id: picky.id },
      body: { purposeId: extra.id, consentConfirmed: true },
    });
    await api.ok("withdrawContactPurpose", { params: { id: picky.id, consentId: given.id } });
    const list = await anInsertedList(one, "Fair");
    const text = csv("email", customer.email, pending.email);
    const done = await anImport(one, { text, listIds: [list], runAutomations: true });
    expect(counts(done.result)).toMatchObject({ updated: 2 });
    expect(await readContact(one, customer.email)).toMatchObject({ status: "subscribed", consentBasis: "imported" });
    expect(await readContact(one, pending.email)).toMatchObject({ status: "pending" });
    const listConsents = async (id: string) =>
      (await api.ok("listContactPurposes", { params: { id } })).items.map((c) => [c.purposeId, c.state]);
    expect(await listConsents(customer.id)).toEqual([[purposeId, "valid"]]);
    expect(await listConsents(pending.id)).toEqual([[purposeId, "pending"]]);
    expect((await listEntries(one, customer.id)).slice(-3)).toEqual([
      ["consent_given", { purposeId, title: "Newsletter", importId: done.id }],
      ["status_change", { from: "customer", to: "subscribed", importId: done.id }],
      ["list_added", { listId: list, title: "Fair", importId: done.id }],
    ]);
    expect(await listMembers(one, list)).toEqual({ [customer.email]: "confirmed", [pending.email]: "unconfirmed" });
    expect(await listSizes(one, list)).toEqual({ active: 1, unconfirmed: 1 });
    await anImport(one, { text: csv("email", picky.email), purposeId: extra.id });
    expect(await listConsents(picky.id)).toEqual([
      [purposeId, "valid"],
      [extra.id, "withdrawn"],
    ]);
    expect(await findContactCountDifferences(db)).toEqual([]);
  });

  it("marks only new consents as weak", async () => {
    const one = await company();
    const { api, aContact } = one;
    const good = await aContact();
    const email = anEmail();
    const options = { consentWeak: true };
    const extra = await api.ok("createPurpose", { body: { name: "Recipes" } });
    await anImport(one, { text: csv("email", email, good.email), options });
    expect(await readContact(one, email)).toMatchObject({ consentWeak: true, excluded: true });
    expect(await readContact(one, good.email)).toMatchObject({ consentWeak: false });
    await anImport(one, { text: csv("email", good.email), options, purposeId: extra.id });
    expect((await api.ok("listContactPurposes", { params: { id: good.id } })).items).toHaveLength(1);
    await anImport(one, { text: csv("email", email) });
    expect(await readContact(one, email)).toMatchObject({ consentWeak: true });
  });

  it("keeps existing memberships and does not add contacts that left the list", async () => {
    const one = await company();
    const { aContact, ctx } = one;
    const list = await anInsertedList(one, "Fair");
    const [member, left, removed, removedLeft] = await Promise.all([aContact(), aContact(), aContact(), aContact()]);
    const emails = [member, left, removed, removedLeft].map(({ email }) => email);
    await anImport(one, { text: csv("email", ...emails), listIds: [list] });
    const { db } = ctx;
    await anImport(one, { text: csv("email", left.email, removedLeft.email), mode: "unsubscribe", listIds: [list] });
    const removing = csv("email", removed.email, removedLeft.email);
    await anImport(one, { text: removing, mode: "remove", listIds: [list] });
    expect(await listSizes(one, list)).toEqual({ active: 1, unsubscribed: 1 });
    const done = await anImport(one, { text: csv("email", ...emails), listIds: [list] });
    expect(counts(done.result)).toMatchObject({ updated: 1, unchanged: 3 });
    expect(await listMembers(one, list)).toEqual({
      [member.email]: "confirmed",
      [left.email]: "unsubscribed",
      [removed.email]: "confirmed",
      [removedLeft.email]: "removed",
    });
    expect(await listSizes(one, list)).toEqual({ active: 2, unsubscribed: 1 });
    expect(await findContactCountDifferences(db)).toEqual([]);
  });

  it("applies the last of several rows about one address and counts the others", async () => {
    const one = await company();
    const email = anEmail();
    const done = await anImport(one, {
      text: csv("email,first,city", `${email},A,Brno`, `${email.toUpperCase()},B,`, `x,C,`),
      mapping: [
        ["email", "email"],
        ["first", "firstName"],
        ["city", "city"],
      ],
    });
    expect(done.result).toEqual({
      rows: 3,
      created: 1,
      updated: 0,
      unchanged: 0,
      skipped: 1,
      invalid: 1,
      notAddedToLists: 0,
      problems: [
        { row: 2, column: "email", code: "duplicate" },
        { row: 4, column: "email", code: "invalid" },
      ],
    });
    expect(await readContact(one, email)).toMatchObject({ firstName: "B", city: null });
    const rejected = await one.api.call("downloadRejectedRows", { params: { import_id: done.id } });
    expect(rejected.headers).toMatchObject({ "content-type": "text/csv; charset=utf-8" });
    expect(rejected.body).toBe(
      `email,first,city,row,column,code\r\n${email},A,Brno,2,email,duplicate\r\nx,C,,4,email,invalid\r\n`,
    );
  });
});

async function setStatus({ ctx: { db } }: TestCompany, id: string, status: string): Promise<void> {
  await db.sql`
    with old as (select * from contact where tenant_id = ${db.tenantId} and id = ${id})
    update contact_count k set n = k.n - 1 from old
    where k.tenant_id = ${db.tenantId} and k.shop_id = old.shop_id and k.status = old.status and k.state = old.state
      and k.engagement = old.engagement and k.source = old.source and k.shard = old.id % 8`;
  await db.sql`update contact set status = ${status} where tenant_id = ${db.tenantId} and id = ${id}`;
  await db.sql`
    insert into contact_count as k (tenant_id, shop_id, status, state, engagement, source, shard, n)
    select tenant_id, shop_id, status, state, engagement, source, id % 8, 1 from contact
    where tenant_id = ${db.tenantId} and id = ${id}
    on conflict (tenant_id, shop_id, status, state, engagement, source, shard) do update set n = k.n + 1`;
}

describe("update_only", () => {
  it("creates no contact", async () => {
    const one = await company();
    const { email } = await one.aContact();
    const done = await anImport(one, {
      text: csv("email,first", `${email},Eva`, `${anEmail()},Petr`),
      mapping: [
        ["email", "email"],
        ["first", "firstName"],
      ],
      mode: "update_only",
    });
    expect(done.result).toMatchObject({
      created: 0,
      updated: 1,
      skipped: 1,
      problems: [{ row: 3, column: "email", code: "unknown" }],
    });
    expect((await one.api.ok("listContacts")).items).toMatchObject([{ email, firstName: "Eva" }]);
  });
});

describe("unsubscribe", () => {
  it("unsubscribes contacts from everything and suppresses unknown addresses", async () => {
    const one = await company();
    const { api, aContact } = one;
    const list = await anInsertedList(one, "Fair");
    const { id, email } = await aContact();
    await anImport(one, { text: csv("email", email), listIds: [list] });
    const unknownEmail = anEmail();
    const text = csv("email", email, unknownEmail);
    const done = await anImport(one, { text, mode: "unsubscribe" });
    expect(counts(done.result)).toEqual({
      rows: 2,
      created: 0,
      updated: 2,
      unchanged: 0,
      skipped: 0,
      invalid: 0,
      notAddedToLists: 0,
    });
    expect(await readContact(one, email)).toMatchObject({
      status: "unsubscribed",
      suppressionReason: "unsubscribed",
      excluded: true,
    });
    const { items, history } = await api.ok("listContactPurposes", { params: { id } });
    expect(items).toMatchObject([{ state: "withdrawn" }]);
    expect(history.map(({ action }) => action)).toEqual(["given", "unsubscribed", "withdrawn"]);
    expect((await listEntries(one, id)).slice(-2)).toEqual([
      ["status_change", { from: "subscribed", to: "unsubscribed", importId: done.id, quiet: true }],
      ["unsubscribed", { reason: "import", importId: done.id, quiet: true }],
    ]);
    expect((await api.ok("listSuppressions")).items.map((row) => [row.email, row.reason, row.source])).toEqual(
      expect.arrayContaining([
        [email, "unsubscribed", "import"],
        [unknownEmail, "unsubscribed", "import"],
      ]),
    );
    expect(await listSizes(one, list)).toEqual({ unsubscribed: 1 });
    const again = await anImport(one, { text, mode: "unsubscribe" });
    expect(counts(again.result)).toMatchObject({ updated: 0, unchanged: 2 });
    expect((await anImport(one, { text })).result).toMatchObject({ created: 1, skipped: 1 });
    expect(await readContact(one, unknownEmail)).toMatchObject({ status: "unsubscribed" });
    expect(await findContactCountDifferences(one.ctx.db)).toEqual([]);
  });

  it("with lists changes only these; a contact on none of them is skipped", async () => {
    const one = await company();
    const list = await anInsertedList(one, "Fair");
    const [member, other] = await Promise.all([one.aContact(), one.aContact()]);
    await anImport(one, { text: csv("email", member.email), listIds: [list] });
    const text = csv("email", member.email, other.email, anEmail());
    const done = await anImport(one, { text, mode: "unsubscribe", listIds: [list] });
    expect(done.result).toMatchObject({
      updated: 1,
      skipped: 2,
      problems: [
        { row: 3, column: "email", code: "not_member" },
        { row: 4, column: "email", code: "unknown" },
      ],
    });
    expect(await readContact(one, member.email)).toMatchObject({ status: "subscribed" });
    expect(await listMembers(one, list)).toEqual({ [member.email]: "unsubscribed" });
    expect((await listEntries(one, member.id)).at(-1)).toEqual([
      "list_unsubscribed",
      { listId: list, title: "Fair", importId: done.id, quiet: true },
    ]);
  });
});

describe("blacklist", () => {
  it("blacklists contacts and unknown addresses, and keeps other suppressions", async () => {
    const one = await company();
    const { api, aContact } = one;
    const [contact, gone] = await Promise.all([aContact(), aContact()]);
    await api.ok("unsubscribeContact", { params: { id: gone.id } });
    const unknownEmail = anEmail();
    const text = csv("email", contact.email, gone.email, unknownEmail);
    const done = await anImport(one, { text, mode: "blacklist" });
    expect(done.result).toMatchObject({
      updated: 2,
      skipped: 1,
      problems: [{ row: 3, column: "email", code: "unsubscribed" }],
    });
    expect(await readContact(one, contact.email)).toMatchObject({ state: "blacklisted", status: "subscribed" });
    expect((await api.ok("listSuppressions", { query: { blacklisted: true } })).total).toBe(2);
    expect(counts((await anImport(one, { text, mode: "blacklist" })).result)).toMatchObject({
      unchanged: 2,
      skipped: 1,
    });
    expect(await findContactCountDifferences(one.ctx.db)).toEqual([]);
  });
});

describe("a shop's export", () => {
  const customers = (...rows: string[]) => csv("email;billingFullName;billingCity;customerGroup;newsletter", ...rows);

  it("creates customers, and subscribers where the consent column says so", async () => {
    const one = await company();
    const [buyer, reader] = [anEmail(), anEmail()];
    const done = await anImport(one, {
      text: customers(`${buyer};Jana Marie Nováková;Brno;VIP;0`, `${reader};Petr Novák;Praha;;1`),
      kind: "shoptet_customers",
      mapping: [],
    });
    expect(counts(done.result)).toMatchObject({ created: 2 });
    expect(await readContact(one, buyer)).toMatchObject({
      status: "customer",
      firstName: "Jana Marie",
      lastName: "Nováková",
      city: "Brno",
      consentBasis: "none",
      consentAt: null,
    });
    expect(await readContact(one, reader)).toMatchObject({ status: "subscribed", consentBasis: "imported" });
    const { items } = await one.api.ok("listLists");
    const kinds = new Set(["shop_contacts", "shop_newsletter", "shop_unsubscribed"]);
    expect(new Set(items.map(({ systemKind }) => systemKind))).toEqual(kinds);
    expect(await findContactCountDifferences(one.ctx.db)).toEqual([]);
  });

  it("subscribes newsletter recipients by the consent column, or all if the import says so", async () => {
    const one = await company();
    const [no, yes, known, all] = [anEmail(), anEmail(), (await one.aContact()).email, anEmail()];
    const done = await anImport(one, {
      text: csv("e-mail;souhlas", `${no};ne`, `${yes};ano`, `${known};ne`),
      kind: "shoptet_newsletter",
      mapping: [],
    });
    expect(done.result).toMatchObject({
      created: 1,
      unchanged: 1,
      skipped: 1,
      problems: [{ row: 2, column: "e-mail", code: "no_consent" }],
    });
    const body = await importBody(one, { text: csv("e-mail", all), kind: "shoptet_newsletter", mapping: [] });
    expect(await one.api.refused("createImport", { body })).toEqual({
      status: 400,
      code: "validation",
      message: "subscribers",
      params: expect.any(Object),
    });
    await one.api.ok("createImport", { body: { ...body, subscribersConfirmed: true } });
    expect(await readContact(one, all)).toMatchObject({ status: "subscribed" });
  });
});

describe("malformed quotes", () => {
  const text = csv("email,name,city", 'a@b.cz,"Jan" Novák,Brno', 'c@b.cz,"Hotel "X", Brno",Zlín', "d@b.cz,Eva,Zlín");
  const mapping = [
    ["email", "email"],
    ["name", "lastName"],
  ] as const;

  it("lose no row: an unambiguous row is imported, an ambiguous one is rejected", async () => {
    const one = await company();
    const problems = [{ row: 3, column: "name", code: "quotes" }];
    const { fileId } = await one.api.ok("uploadImportFile", { body: { text } });
    const preview = await one.api.ok("previewImport", { body: { fileId, mapping: toMapping(mapping) } });
    expect(preview).toMatchObject({ counts: { rows: 3, valid: 2, invalid: 1 }, problems });
    const done = await anImport(one, { text, mapping });
    expect(done.result).toMatchObject({ rows: 3, created: 2, invalid: 1, problems });
    expect(await readContact(one, "a@b.cz")).toMatchObject({ lastName: '"Jan" Novák', city: null });
    expect(await readContact(one, "d@b.cz")).toMatchObject({ lastName: "Eva" });
    const gone = await anImport(one, { text, mode: "unsubscribe" });
    expect(gone.result).toMatchObject({ rows: 3, updated: 2, invalid: 1, problems });
  });

  it("refuse the import at the start when they result from another delimiter", async () => {
    const one = await company();
    const options = { delimiter: "," };
    const rows = Array.from({ length: 1200 }, (_, n) => `person${n}@example.com;x`);
    const body = await importBody(one, {
      text: csv("email;name", ...rows, '"two\nlines";x'),
      options,
      mapping: [["1", "email"]],
    });
    const refusal = { status: 400, message: "file", params: { reason: "quotes", row: 1202 } };
    expect(await one.api.refused("createImport", { body })).toMatchObject(refusal);
    const { fileId } = body;
    expect(await one.api.refused("previewImport", { body: { fileId, options } })).toMatchObject(refusal);
    expect((await one.api.ok("listImports")).total).toBe(0);
  });
});

it("links earlier orders and totals to a contact that is created again", async () => {
  const one = await company();
  const { api } = one;
  const order = await api.ok("recordOrders", { body: anOrder(one, { email: "jana@example.com" }) });
  const open = anOrder(one, {
    email: "jana@example.com",
    externalId: "2",
    state: "Nová",
    createdAt: "2026-02-01T10:00:00.000Z",
  });
  await api.ok("recordOrders", { body: open });
  const before = await readContact(one, "jana@example.com");
  await api.ok("deleteContact", { params: { id: before?.id ?? "" } });
  await anImport(one, { text: csv("email", "petr@example.com", "jana@example.com") });
  const after = await readContact(one, "jana@example.com");
  expect(after?.id).not.toBe(before?.id);
  expect(after).toMatchObject({ orders: before?.orders, orderTotals: before?.orderTotals });
  expect(after?.orderTotals).toMatchObject([{ orders: 1, total: "1290.50" }]);
  expect(after?.orders.at(0)?.externalId).toBe("2026-001");
  expect(await readContact(one, "petr@example.com")).toMatchObject({ orders: [], orderTotals: [] });
  expect(order).toBeDefined();
});

it("does not overwrite a field that a person saved unchanged", async () => {
  const one = await company();
  const { api, aContact } = one;
  const field = await api.ok("createCustomField", { body: { name: "Boty", type: "number" } });
  const { id, email } = await aContact({ city: "Brno", customFields: { [field.id]: 42 } });
  const written = await api.ok("updateContact", {
    params: { id },
    body: { city: "Brno ", customFields: { [field.id]: 42 } },
  });
  expect(written).toMatchObject({ editedFields: ["city", `customFields.${field.id}`], updatedAt: null });
  expect((await listEntries(one, id)).map(([type]) => type)).toEqual(["contact_created"]);
  const mapping = [
    ["email", "email"],
    ["city", "city"],
    ["shoes", `customFields.${field.id}`],
  ] as const;
  await anImport(one, { text: csv("email,city,shoes", `${email},Zlín,43`), mapping });
  expect(await readContact(one, email)).toMatchObject({ city: "Brno", customFields: { [field.id]: 42 } });
});

it("truncates both parts of a full name at whole characters", async () => {
  const one = await company();
  const text = csv("email;name", `long@example.com;Jana ${"x".repeat(99)}🎉`);
  await anImport(one, { text, kind: "shoptet_customers", mapping: [] });
  expect(await readContact(one, "long@example.com")).toMatchObject({ firstName: "Jana", lastName: "x".repeat(99) });
});
