import { describe, expect, it } from "vitest";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { findContactByEmail } from "../../../tests/harness/factories/forms.ts";
import {
  archive,
  aMigration,
  startedMigration,
  textFile,
} from "../../../tests/harness/factories/platform-migrations.ts";
import { readExport } from "./readers/read-export.ts";
import { startMigration } from "./start.ts";
import { findContactCountDifferences } from "../contacts/counts.sql.ts";

const membersHeader = "Email Address,First Name,Last Name,Shoe size,TAGS,MEMBER_RATING,CC";

const audience = (files: Record<string, readonly string[]>) =>
  archive(
    Object.fromEntries(
      Object.entries(files).map(([name, lines]) => [
        `${name}_members_export_1a2b.csv`,
        `${membersHeader}\r\n${lines.map((line) => `${line}\r\n`).join("")}`,
      ]),
    ),
  );

async function readContact(own: TestCompany, email: string) {
  const found = await findContactByEmail(own, email);
  if (found === undefined) return undefined;
  const { status, source, consentWeak, firstName, suppressionReason, state } = await own.api.ok("getContact", {
    params: { id: found.id },
  });
  return { status, source, consentWeak, firstName, suppressionReason, state };
}

const listMembers = async ({ ctx: { db } }: TestCompany, name: string) => {
  const rows = await db.sql<{ email: string; state: string }[]>`
    select c.email, m.state from list_member m join contact c on c.tenant_id = m.tenant_id and c.id = m.contact_id
    join list l on l.tenant_id = m.tenant_id and l.id = m.list_id
    where m.tenant_id = ${db.tenantId} and l.name = ${name} order by c.email`;
  return rows.map(({ email, state }) => `${email} ${state}`);
};

describe("a Mailchimp audience", () => {
  const files = () =>
    audience({
      subscribed: ['anna@example.com,Anna,Nová,38,"""vip"",""fair, Brno""",2,CZ', "not an address,X,Y,,,2,"],
      unsubscribed: ["bob@example.com,Bob,B,,,2,"],
      cleaned: ['cyril@example.com,Cyril,C,,"""fair, Praha""",2,XXL'],
      nonsubscribed: ["dana@example.com,Dana,D,,,2,"],
    });

  it("becomes contacts whose consent is weak, and refusals that stay", async () => {
    const own = await company();
    expect(await own.api.ok("getLegacy")).toEqual({ state: "none", migrations: [] });
    const migration = await aMigration(own, "mailchimp", files());
    expect(migration).toMatchObject({
      platform: "mailchimp",
      state: "completed",
      counts: { contacts: 4, created: 4, updated: 0, skipped: 0, lists: 1, customFields: 1 },
      problems: [
        {
          source: "subscribed_members_export_1a2b.csv",
          row: 3,
          column: "email address",
          code: "invalid",
          importId: null,
        },
        { source: "mailchimp: other contacts", column: "country", code: "invalid" },
      ],
    });
    const common = { source: "legacy", suppressionReason: null };
    expect(await readContact(own, "anna@example.com")).toEqual({
      ...common,
      status: "subscribed",
      consentWeak: true,
      firstName: "Anna",
      state: "active",
    });
    expect(await readContact(own, "bob@example.com")).toMatchObject({
      source: "legacy",
      status: "unsubscribed",
      suppressionReason: "unsubscribed",
    });
    expect(await readContact(own, "cyril@example.com")).toMatchObject({
      source: "legacy",
      status: "bounced",
      suppressionReason: "bounced",
    });
    expect(await readContact(own, "dana@example.com")).toMatchObject({ ...common, status: "pending" });
    expect(await listMembers(own, "Migrated")).toEqual(["anna@example.com confirmed", "bob@example.com unsubscribed"]);
    const anna = await findContactByEmail(own, "anna@example.com");
    const { customFields, excluded, country } = await own.api.ok("getContact", {
      params: { id: anna?.id ?? "" },
    });
    const [field] = (await own.api.ok("listCustomFields")).items;
    expect({ customFields, excluded, country }).toEqual({
      customFields: { [field?.id ?? ""]: "38" },
      excluded: true,
      country: "CZ",
    });
    expect(field?.name).toBe("Shoe size");
    const { legacy } = await own.api.ok("exportContact", { params: { id: anna?.id ?? "" } });
    expect(legacy).toMatchObject([
      { platform: "mailchimp", profile: { lastName: "Nová" }, customFields: { "shoe size": "38" } },
    ]);
    const labels = (await own.api.ok("listLabels")).items.map(({ name }) => name);
    expect(labels.toSorted()).toEqual(["fair, Brno", "fair, Praha", "vip"]);
    expect(await findContactCountDifferences(own.ctx.db)).toEqual([]);
  });

  it("is reported by /legacy, running actions and a notification", async () => {
    const own = await company();
    const id = await startedMigration(own, "mailchimp", files());
    expect(await own.api.ok("getLegacy")).toMatchObject({
      state: "running",
      migrations: [{ id, state: "running", finishedAt: null, counts: { contacts: 4, created: 0 } }],
    });
    expect((await own.api.ok("listRunningActions")).items).toMatchObject([{ type: "migration", progress: 0 }]);
    await own.runActions();
    const { state, migrations } = await own.api.ok("getLegacy");
    expect({ state, ids: migrations.map((migration) => migration.id) }).toEqual({ state: "completed", ids: [id] });
    const [notice] = (await own.api.ok("listNotifications")).items;
    expect(notice).toMatchObject({
      type: "migration_done",
      params: { migrationId: id, platform: "mailchimp", created: 4 },
    });
    const imports = (await own.api.ok("listImports")).items;
    expect(imports.map(({ name, kind, mode }) => `${name} ${kind} ${mode}`).toReversed()).toEqual([
      "mailchimp: unsubscribed legacy unsubscribe",
      "mailchimp: bounced legacy bounce",
      "mailchimp: contacts legacy upsert",
      "mailchimp: other contacts legacy upsert",
      "mailchimp: Migrated legacy update_only",
      "mailchimp: left Migrated legacy unsubscribe",
    ]);
  });

  it("changes nothing when it is repeated, and only one runs at a time", async () => {
    const own = await company();
    await aMigration(own, "mailchimp", files());
    const second = await startedMigration(own, "mailchimp", files());
    await expect(startedMigration(own, "mautic", [])).rejects.toMatchObject({ code: "conflict", message: "running" });
    await own.runActions();
    const again = await own.api.ok("getLegacyMigration", { params: { migration_id: second } });
    expect(again).toMatchObject({ state: "completed", counts: { contacts: 4, created: 0, updated: 0, skipped: 4 } });
    expect(await listMembers(own, "Migrated")).toEqual(["anna@example.com confirmed", "bob@example.com unsubscribed"]);
  });
});

it("reads several audiences as lists of their folders, and refuses files without contacts", async () => {
  const own = await company();
  const table = (email: string) => `Email Address\r\n${email}\r\n`;
  await aMigration(
    own,
    "mailchimp",
    archive({
      "Garden/subscribed.csv": table("a@example.com"),
      "Kitchen/subscribed.csv": table("b@example.com"),
      "Kitchen/unsubscribed.csv": "Email Address,UNSUB_REASON\r\nc@example.com,SPAM\r\n",
      "__MACOSX/Kitchen/._subscribed.csv": "binary",
    }),
  );
  expect(await listMembers(own, "Garden")).toEqual(["a@example.com confirmed"]);
  expect(await listMembers(own, "Kitchen")).toEqual(["b@example.com confirmed"]);
  expect(await readContact(own, "c@example.com")).toMatchObject({
    status: "complained",
    suppressionReason: "complained",
  });
  const notes = archive({ "notes.csv": table("d@example.com") });
  await expect(startedMigration(own, "mailchimp", notes)).rejects.toMatchObject({ message: "file" });
  const other = await company();
  const request = { platform: "mautic", shopId: other.shopId, source: readExport("mautic", [], "x") } as const;
  await expect(startMigration(own.ctx, request)).rejects.toMatchObject({ message: "shopId" });
  expect((await own.api.ok("getLegacy")).migrations).toHaveLength(1);
});

it("keeps what people said here, whatever the export says", async () => {
  const own = await company();
  const { api, aContact } = own;
  const [left, wild, buyer, kept] = [
    await aContact({ email: "left@example.com" }),
    await aContact({ email: "wild@example.com" }),
    await aContact({ email: "buyer@example.com" }),
    await aContact({ email: "kept@example.com" }),
  ];
  await api.ok("unsubscribeContact", { params: { id: left.id } });
  await api.ok("blacklistContact", { params: { id: wild.id } });
  await own.ctx.db.sql`
    update contact set status = 'customer' where tenant_id = ${own.tenantId} and id = ${buyer.id}`;
  const { problems } = await aMigration(
    own,
    "mailchimp",
    audience({
      subscribed: ["left", "wild", "buyer", "kept"].map((name) => `${name}@example.com,,,,,2,`),
      cleaned: ["left@example.com,,,,,2,"],
    }),
  );
  expect((await readContact(own, "left@example.com"))?.status).toBe("unsubscribed");
  expect((await readContact(own, "wild@example.com"))?.state).toBe("blacklisted");
  expect(await readContact(own, "buyer@example.com")).toMatchObject({ status: "customer", consentWeak: false });
  expect(await readContact(own, "kept@example.com")).toMatchObject({ status: "subscribed", consentWeak: false });
  expect(kept.source).not.toBe("legacy");
  expect(problems.map(({ code }) => code)).toEqual(["blacklisted"]);
});

it("opts people out here who refused there, contacts or not", async () => {
  const own = await company();
  await own.aContact({ email: "both@example.com", firstName: "Eva" });
  await own.aContact({ email: "spam@example.com" });
  const csv = (lines: string) =>
    `uuid,email,name,attributes,status,created_at,updated_at,subscription_status\n${lines}`;
  const lines = [
    "1,both@example.com,Someone Else,{},blocklisted,,,",
    "2,spam@example.com,,{},enabled,,,unsubscribed",
    '3,new@example.com,Jan Novák,"{""city"": ""Brno"", ""deep"": {""a"": 1}}",enabled,,,confirmed',
    "4,wait@example.com,Cher,{},enabled,,,unconfirmed",
    "5,new@example.com,Twice,{},disabled,,,",
  ];
  const migration = await aMigration(own, "listmonk", [textFile("subscribers.csv", csv(lines.join("\n")))]);
  expect(migration.counts).toMatchObject({ contacts: 4, created: 2 });
  expect(await readContact(own, "both@example.com")).toMatchObject({ state: "blacklisted", firstName: "Eva" });
  expect(await readContact(own, "spam@example.com")).toMatchObject({ status: "unsubscribed" });
  // The more careful of two statements about one address.
  expect(await readContact(own, "new@example.com")).toMatchObject({ status: "pending", firstName: "Jan" });
  expect(await readContact(own, "wait@example.com")).toMatchObject({ status: "pending", firstName: "Cher" });
  expect((await own.api.ok("listCustomFields")).items.map(({ name }) => name)).toEqual(["city"]);
});

it("takes nobody of a Mautic export without its refusals for a subscriber", async () => {
  const own = await company();
  const row = "jan@example.com,Jan,Novák,Brno,Hlavní 1,news|vip,CZ";
  const header = "email,firstname,lastname,city,address1,tags,country";
  await aMigration(own, "mautic", [textFile("contacts.csv", `${header}\n${row}\n`)]);
  expect(await readContact(own, "jan@example.com")).toMatchObject({ status: "pending", source: "legacy" });
  const other = await company();
  const rows = ["a@example.com;;0", "b@example.com;;1", "c@example.com;;2", "d@example.com;;manual"];
  await aMigration(other, "mautic", [textFile("contacts.csv", `email;firstname;doNotEmail\n${rows.join("\n")}\n`)]);
  const statuses = await Promise.all(["a", "b", "c", "d"].map((name) => readContact(other, `${name}@example.com`)));
  expect(statuses.map((contact) => contact?.status)).toEqual(["subscribed", "unsubscribed", "bounced", "unsubscribed"]);
  expect(await listMembers(other, "Migrated")).toEqual([
    "a@example.com confirmed",
    "b@example.com unsubscribed",
    "d@example.com unsubscribed",
  ]);
});

it("forgets an erased or deleted person of the export", async () => {
  const own = await company();
  await aMigration(own, "mautic", [
    textFile("contacts.csv", "email,firstname\ngone@example.com,A\ndeleted@example.com,B\nstays@example.com,C\n"),
  ]);
  const gone = await findContactByEmail(own, "gone@example.com");
  await own.api.ok("eraseContact", { params: { id: gone?.id ?? "" }, body: { confirm: true } });
  const deleted = await findContactByEmail(own, "deleted@example.com");
  await own.api.ok("deleteContact", { params: { id: deleted?.id ?? "" } });
  const rows = await own.ctx.db.sql<{ email: string }[]>`
    select email from migrated_contact where tenant_id = ${own.tenantId}`;
  expect(rows.map(({ email }) => email)).toEqual(["stays@example.com"]);
  const { problems } = await aMigration(own, "mautic", [
    textFile("contacts.csv", "email,firstname\ngone@example.com,A\n"),
  ]);
  expect(problems).toMatchObject([{ code: "erased" }]);
  expect(await findContactByEmail(own, "gone@example.com")).toBeUndefined();
});

it("is not found by another company, nor by a wrong id", async () => {
  const [own, other] = [await company(), await company()];
  const { id } = await aMigration(own, "mautic", [textFile("contacts.csv", "email\na@example.com\n")]);
  for (const migration_id of [id, "999999999"]) {
    const answer = await other.api.refused("getLegacyMigration", { params: { migration_id } });
    expect(answer).toMatchObject({ status: 404, message: "migration" });
  }
  expect(await other.api.ok("getLegacy")).toEqual({ state: "none", migrations: [] });
});
