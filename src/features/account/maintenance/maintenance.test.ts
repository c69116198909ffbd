import { describe, expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { findContactByEmail } from "../../../../tests/harness/factories/forms.ts";
import { aMigration, textFile } from "../../../../tests/harness/factories/platform-migrations.ts";
import { anOrder } from "../../../../tests/harness/factories/orders.ts";
import { contactUpdated } from "../../../journal/events.ts";
import { sweepExports } from "../../platform-migration/jobs.ts";
import { movedNumbers } from "./phones.ts";

const getNumbers = async ({ api }: TestCompany, id: string) => {
  const { phone, mobile } = await api.ok("getContact", { params: { id } });
  return { phone, mobile };
};

/** A contact as an import leaves it: no field counts as edited by a person. */
async function anUneditedContact(own: TestCompany, fields: Record<string, unknown>) {
  const contact = await own.aContact(fields);
  await own.ctx.db
    .sql`update contact set edited_fields = '{}' where tenant_id = ${own.tenantId} and id = ${contact.id}`;
  return contact;
}

const lastNotice = async ({ api }: TestCompany) => {
  const [notice] = (await api.ok("listNotifications")).items;
  return { type: notice?.type, params: notice?.params };
};

describe("a number", () => {
  it.each([
    ["601 234 567", "CZ", "mobile"],
    ["+420 224 123 456", "CZ", "phone"],
    ["+421 905 123 456", "CZ", "mobile"],
    ["0905 123 456", "SK", "mobile"],
    ["02/5910 1010", "SK", "phone"],
    ["212 555 0123", "US", "unknown"],
    ["not a number", "CZ", "unknown"],
    ["601 234 567", "XX", "unknown"],
  ])("%s of %s belongs to %s", (text, country, place) => {
    const moved = place === "mobile" ? { phone: null, mobile: text } : {};
    expect(movedNumbers({ phone: text, mobile: null }, country)).toEqual(moved);
    const back = place === "phone" ? { phone: text, mobile: null } : {};
    expect(movedNumbers({ phone: null, mobile: text }, country)).toEqual(back);
    expect(movedNumbers({ phone: text, mobile: text }, country)).toEqual({});
  });
});

describe("numbers in the wrong field", () => {
  it("are reported first, then moved by a job; a repetition changes nothing", async () => {
    const own = await company();
    const { api } = own;
    const mobile = await anUneditedContact(own, { phone: "601 234 567" });
    const landline = await anUneditedContact(own, { mobile: "224 123 456" });
    const right = await anUneditedContact(own, { phone: "224 123 456", mobile: "601 234 567" });
    const edited = await own.aContact({ phone: "602 234 567" });
    const report = {
      applied: false,
      contacts: 2,
      toMobile: 1,
      toPhone: 1,
      examples: [
        { contactId: mobile.id, change: { phone: null, mobile: "601 234 567" } },
        { contactId: landline.id, change: { phone: "224 123 456", mobile: null } },
      ],
    };
    expect(await api.ok("maintainPhones", { body: {} })).toEqual(report);
    expect(await api.ok("maintainPhones", { body: { apply: false } })).toEqual(report);
    expect(await getNumbers(own, mobile.id)).toEqual({ phone: "601 234 567", mobile: null });

    const started = await api.call("maintainPhones", { body: { apply: true } });
    expect(started).toMatchObject({ status: 202, body: { applied: true, jobId: expect.stringMatching(/^\d+$/) } });
    expect((await api.ok("listRunningActions")).items).toMatchObject([{ type: "maintenance", progress: 0 }]);
    await own.runActions();
    expect(await getNumbers(own, mobile.id)).toEqual({ phone: null, mobile: "601 234 567" });
    expect(await getNumbers(own, landline.id)).toEqual({ phone: "224 123 456", mobile: null });
    expect(await getNumbers(own, right.id)).toEqual({ phone: "224 123 456", mobile: "601 234 567" });
    expect(await getNumbers(own, edited.id)).toEqual({ phone: "602 234 567", mobile: null });
    const done = { type: "maintenance_done", params: { operation: "phone-landline-mobile", contacts: 2 } };
    expect(await lastNotice(own)).toEqual(done);
    const entries = await own.ctx.db.sql<{ payload: unknown }[]>`
      select payload from journal where tenant_id = ${own.tenantId} and type = ${contactUpdated.type}
        and contact_id = ${mobile.id}`;
    expect(entries).toMatchObject([{ payload: { source: "maintenance" } }]);

    expect(await api.ok("maintainPhones", { body: {} })).toMatchObject({ contacts: 0, examples: [] });
    await api.ok("maintainPhones", { body: { apply: true } });
    await own.runActions();
    expect(await lastNotice(own)).toMatchObject({ params: { contacts: 0 } });
  });

  it("are limited to a shop, whose country decides; another company's shop is unknown", async () => {
    const own = await company();
    const { api } = own;
    const slovak = await api.ok("createShop", {
      body: { name: "SK", language: "sk", country: "SK", currencies: ["EUR"] },
    });
    await anUneditedContact(own, { phone: "601 234 567" });
    const contact = await anUneditedContact(own, { phone: "0905 123 456", shopId: slovak.id });
    expect(await api.ok("maintainPhones", { body: { shopId: slovak.id } })).toMatchObject({
      contacts: 1,
      examples: [{ contactId: contact.id }],
    });
    const other = await company();
    for (const name of ["maintainPhones", "maintainShopEnrichment", "maintainLegacyContacts"] as const) {
      for (const apply of [true, false]) {
        const body = { shopId: other.shopId, apply };
        expect(await api.refused(name, { body })).toMatchObject({ status: 400, message: "shopId" });
      }
      expect(await api.refused(name, { body: { apply: "yes" } })).toMatchObject({ status: 400, message: "apply" });
    }
  });
});

describe("the backfill from another platform", () => {
  it("fills empty fields that no person edited from the newest migration; a repetition changes nothing", async () => {
    const own = await company();
    const { api } = own;
    expect(await api.ok("maintainLegacyContacts", { body: {} })).toEqual({
      applied: false,
      contacts: 0,
      fields: {},
      examples: [],
    });
    const file = (city: string) =>
      textFile(
        "contacts.csv",
        `email,firstname,city,country\na@example.com,Jana,${city},Nowhere\nb@example.com,Eva,Brno,CZ\n`,
      );
    await aMigration(own, "mautic", [file("Older")]);
    await aMigration(own, "mautic", [file("Praha")]);
    const [empty, edited] = await Promise.all(
      ["a@example.com", "b@example.com"].map((email) => findContactByEmail(own, email)),
    );
    await own.ctx.db.sql`
      update contact set city = null, first_name = null where tenant_id = ${own.tenantId} and id = ${empty?.id ?? ""}`;
    await api.ok("updateContact", { params: { id: edited?.id ?? "" }, body: { city: null } });
    const change = { firstName: "Jana", city: "Praha" };
    expect(await api.ok("maintainLegacyContacts", { body: {} })).toEqual({
      applied: false,
      contacts: 1,
      fields: { firstName: 1, city: 1 },
      examples: [{ contactId: empty?.id, change }],
    });
    const started = await api.call("maintainLegacyContacts", { body: { apply: true } });
    expect(started).toMatchObject({ status: 202, body: { applied: true } });
    await own.runActions();
    expect(await api.ok("getContact", { params: { id: empty?.id ?? "" } })).toMatchObject(change);
    expect(await api.ok("getContact", { params: { id: edited?.id ?? "" } })).toMatchObject({ city: null });
    const done = { operation: "legacy-backfill-contacts", contacts: 1 };
    expect(await lastNotice(own)).toEqual({ type: "maintenance_done", params: done });
    await api.ok("maintainLegacyContacts", { body: { apply: true } });
    await own.runActions();
    expect(await lastNotice(own)).toMatchObject({ params: { contacts: 0 } });
  });

  it("keeps what an export said for a year", async () => {
    const own = await company();
    await aMigration(own, "mautic", [textFile("contacts.csv", "email,city\na@example.com,Brno\n")]);
    const contact = await findContactByEmail(own, "a@example.com");
    await own.ctx.db
      .sql`update contact set city = null where tenant_id = ${own.tenantId} and id = ${contact?.id ?? ""}`;
    const dayMs = 86_400_000;
    await sweepExports(own.ctx.db, new Date(own.clock.now().getTime() + 364 * dayMs));
    expect(await own.api.ok("maintainLegacyContacts", { body: {} })).toMatchObject({ contacts: 1 });
    await sweepExports(own.ctx.db, new Date(own.clock.now().getTime() + 366 * dayMs));
    expect(await own.api.ok("maintainLegacyContacts", { body: {} })).toMatchObject({ contacts: 0 });
  });
});

describe("shop enrichment", () => {
  const customer = {
    firstName: "Jana",
    lastName: "Nováková",
    phone: "601 234 567",
    city: "Praha",
    country: "CZ",
    street: "  ",
  };
  const choose = ({ api, shopId }: TestCompany, fields: string[], enabled = false) =>
    api.ok("setShopEnrichment", { body: { items: [{ shopId, enabled, fields }] } });
  const record = (own: TestCompany, fields: Record<string, unknown>) =>
    own.api.ok("recordOrders", { body: anOrder(own, fields) });
  const findByEmail = async ({ api }: TestCompany, email: string) => {
    const [found] = (await api.ok("listContacts", { query: { q: email } })).items;
    return api.ok("getContact", { params: { id: found?.id ?? "" } });
  };

  it("is off until fields are chosen", async () => {
    const own = await company();
    const { api, shopId } = own;
    const all = "firstName,lastName,company,companyId,phone,street,city,postalCode,country".split(",");
    const item = { shopId, shopName: "Main shop", enabled: false, fields: [], lastRunAt: null };
    expect(await api.ok("getShopEnrichment")).toEqual({ items: [item], fields: all });
    expect(await choose(own, ["city", "firstName"], true)).toEqual({
      items: [{ ...item, enabled: true, fields: ["firstName", "city"] }],
      fields: all,
    });
    expect(await api.ok("setShopEnrichment", { body: { items: [] } })).toMatchObject({ items: [{ enabled: true }] });
  });

  it("fills chosen empty fields from the newest order by a job, never what a person edited", async () => {
    holdClock();
    const own = await company();
    const { api } = own;
    const edited = await own.aContact({ firstName: "Eva" });
    await api.ok("updateContact", { params: { id: edited.id }, body: { city: "Brno" } });
    await api.ok("updateContact", { params: { id: edited.id }, body: { city: null } });
    await record(own, { externalId: "1", email: "buyer@example.com", createdAt: "2026-01-02T00:00:00Z", customer });
    await record(own, {
      externalId: "2",
      email: "buyer@example.com",
      createdAt: "2026-01-01T00:00:00Z",
      customer: { ...customer, city: "Older" },
    });
    await record(own, { externalId: "3", email: edited.email, customer });
    expect(await api.ok("maintainShopEnrichment", { body: {} })).toMatchObject({ contacts: 0, fields: {} });
    await choose(own, ["firstName", "lastName", "city", "street"]);
    expect(await api.ok("maintainShopEnrichment", { body: {} })).toMatchObject({
      applied: false,
      contacts: 2,
      fields: { firstName: 1, lastName: 2, city: 1 },
    });
    expect((await findByEmail(own, "buyer@example.com")).firstName).toBeNull();
    await api.ok("maintainShopEnrichment", { body: { apply: true } });
    await own.runActions();
    expect(await findByEmail(own, "buyer@example.com")).toMatchObject({
      firstName: "Jana",
      lastName: "Nováková",
      vocativeFirstName: "Jano",
      city: "Praha",
      street: null,
      phone: null,
    });
    expect(await findByEmail(own, edited.email)).toMatchObject({ firstName: "Eva", lastName: "Nováková", city: null });
    expect(await lastNotice(own)).toEqual({
      type: "maintenance_done",
      params: { operation: "shop-enrich", contacts: 2 },
    });
    expect((await api.ok("getShopEnrichment")).items[0]?.lastRunAt).toBe(own.clock.now().toISOString());
    expect(await api.ok("maintainShopEnrichment", { body: {} })).toMatchObject({ contacts: 0 });
  });

  it("fills the buyer of a new order at once where it is on", async () => {
    const own = await company();
    await record(own, { externalId: "1", email: "off@example.com", customer });
    expect((await findByEmail(own, "off@example.com")).city).toBeNull();
    await choose(own, ["city", "phone"], true);
    await record(own, { externalId: "2", email: "on@example.com", customer });
    expect(await findByEmail(own, "on@example.com")).toMatchObject({ city: "Praha", phone: "601 234 567" });
    await record(own, { externalId: "2", email: "on@example.com", customer: { ...customer, city: "Brno" } });
    expect((await findByEmail(own, "on@example.com")).city).toBe("Praha");
  });

  it("forgets the described buyer with the erased contact", async () => {
    const own = await company();
    await record(own, { externalId: "1", email: "gone@example.com", customer });
    const { id } = await findByEmail(own, "gone@example.com");
    await own.api.ok("eraseContact", { params: { id }, body: { confirm: true } });
    const rows = await own.ctx.db.sql`
      select customer from shop_order where tenant_id = ${own.tenantId} and customer is not null`;
    expect(rows).toEqual([]);
  });

  it.each([
    ["items", {}],
    ["items.0.fields", { items: [{ shopId: "1", enabled: true }] }],
    ["items.0.fields.0", { items: [{ shopId: "1", enabled: true, fields: ["note"] }] }],
    ["items.0.shopId", { items: [{ shopId: "999999", enabled: true, fields: [] }] }],
  ])("refuses an invalid %s", async (message, body) => {
    const { api } = await company();
    expect(await api.refused("setShopEnrichment", { body })).toMatchObject({ status: 400, message });
  });
});
