import { describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { anEmail, company } from "../../../tests/harness/factories/company.ts";
import { refreshEngagement } from "./engagement.queries.ts";
import * as journal from "../../journal/journal.ts";
import { days, hours } from "../../kernel/local-time.ts";

describe("creating a contact", () => {
  it("returns the full contact with its defaults", async () => {
    holdClock();
    const { api, purposeId, shopId, clock } = await company();
    const email = anEmail();
    const at = clock.now().toISOString();
    const contact = await api.ok("createContact", {
      body: {
        email: ` ${email.toUpperCase()} `.trim(),
        purposeId,
        consentConfirmed: true,
        firstName: "Žofie",
        lastName: "",
      },
    });
    expect(contact).toEqual({
      id: expect.stringMatching(/^\d+$/),
      email,
      status: "subscribed",
      engagement: "N",
      excluded: false,
      shopId,
      suppressionReason: null,
      blacklisted: false,
      blacklistedAt: null,
      state: "active",
      createdAt: at,
      firstName: "Žofie",
      lastName: null,
      titleBefore: null,
      titleAfter: null,
      salutation: "Dobrý den, Žofie,",
      salutationFormal: null,
      vocativeFirstName: "Žofie",
      vocativeLastName: null,
      gender: "f",
      language: "cs",
      company: null,
      companyId: null,
      phone: null,
      mobile: null,
      street: null,
      city: null,
      postalCode: null,
      country: null,
      birthday: null,
      nameDay: "05-15",
      note: null,
      affiliateId: null,
      customFields: {},
      updatedAt: null,
      source: "manual",
      consentBasis: "imported",
      statusAt: at,
      consentAt: at,
      consentWeak: false,
      softBounces: 0,
      lastSentAt: null,
      lastOpenAt: null,
      lastClickAt: null,
      suppressedAt: null,
      engagementAt: null,
      suppressionNote: null,
      stats90d: { received: 0, opened: 0, clicked: 0, bestHour: null },
      lists: [],
      recentActivities: [{ id: expect.stringMatching(/^\d+$/), type: "contact_created", at, title: "subscribed" }],
      orders: [],
      orderTotals: [],
      editedFields: ["firstName"],
      sources: [{ source: "manual", at }],
    });
    expect(await api.ok("getContact", { params: { id: contact.id } })).toEqual(contact);
  });

  it("rejects an existing address, ignoring case", async () => {
    const { api, aContact, purposeId } = await company();
    const { email } = await aContact();
    const body = { email: email.toUpperCase(), purposeId, consentConfirmed: true };
    expect(await api.refused("createContact", { body })).toMatchObject({
      status: 409,
      code: "conflict",
      message: "email",
    });
  });

  it("lets exactly one of many concurrent requests create an address", async () => {
    const { api, purposeId } = await company();
    const body = { email: anEmail(), purposeId, consentConfirmed: true };
    const answers = await Promise.all(Array.from({ length: 12 }, () => api.call("createContact", { body })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 11 }, () => 409),
    ]);
    expect((await api.ok("listContacts")).total).toBe(1);
  });

  it("rejects unknown shops, purposes, lists and custom fields, and those of other companies, by the name of the field", async () => {
    const { api, purposeId } = await company();
    const other = await company();
    const field = await other.api.ok("createCustomField", { body: { name: "Size", type: "text" } });
    const base = { email: anEmail(), purposeId, consentConfirmed: true };
    const messages = await Promise.all(
      [
        { ...base, shopId: other.shopId },
        { ...base, purposeId: other.purposeId },
        { ...base, listIds: ["1"] },
        { ...base, customFields: { [field.id]: "L" } },
      ].map(async (body) => (await api.refused("createContact", { body })).message),
    );
    expect(messages).toEqual(["shopId", "purposeId", "listIds.0", `customFields.${field.id}`]);
  });

  it.each(["unsubscribed", "manual"] as const)("keeps the suppression of a deleted contact: %s", async (reason) => {
    holdClock();
    const { api, aContact, purposeId, clock } = await company();
    const { id, email } = await aContact();
    const params = { id };
    if (reason === "unsubscribed") await api.ok("unsubscribeContact", { params, body: { note: "phone call" } });
    else await api.ok("blacklistContact", { params, body: { note: "phone call" } });
    const at = clock.now().toISOString();
    await api.ok("deleteContact", { params });
    const again = await api.ok("createContact", { body: { email, purposeId, consentConfirmed: true } });
    expect(again).toMatchObject({
      status: reason === "manual" ? "subscribed" : "unsubscribed",
      state: reason === "manual" ? "blacklisted" : "unsubscribed",
      suppressionReason: reason,
      suppressedAt: at,
      suppressionNote: "phone call",
      excluded: true,
      blacklisted: reason === "manual",
    });
    const consents = await api.ok("listContactPurposes", { params: { id: again.id } });
    expect(consents.items.map(({ state }) => state)).toEqual([reason === "manual" ? "valid" : "withdrawn"]);
  });
});

describe("changing a contact", () => {
  it("records which fields were edited, and finds the contact by its new name", async () => {
    holdClock();
    const { api, aContact, clock } = await company();
    const { id } = await aContact({ firstName: "Jan", note: "old" });
    const changed = await api.ok("updateContact", { params: { id }, body: { lastName: "Dvořák", note: null } });
    expect(changed).toMatchObject({
      firstName: "Jan",
      lastName: "Dvořák",
      note: null,
      editedFields: ["firstName", "note", "lastName"],
      updatedAt: clock.now().toISOString(),
    });
    expect((await api.ok("listContacts", { query: { q: "DVORAK" } })).total).toBe(1);
    clock.advance(1000);
    const body = { lastName: " Dvořák ", note: null, city: "" };
    expect(await api.ok("updateContact", { params: { id }, body })).toEqual(changed);
  });

  it.each([
    "email",
    "status",
    "consentBasis",
    "consentAt",
    "consentWeak",
    "consentConfirmed",
    "purposeId",
    "consent",
    "blacklisted",
    "suppressionReason",
  ])("refuses %s with the message email", async (field) => {
    const { api, aContact } = await company();
    const { id } = await aContact();
    const refusal = await api.refused("updateContact", { params: { id }, body: { [field]: "x", firstName: "A" } });
    expect(refusal).toEqual({ status: 400, code: "validation", message: "email", params: expect.any(Object) });
    expect((await api.ok("getContact", { params: { id } })).firstName).toBeNull();
  });

  it("sets, replaces and removes custom fields", async () => {
    const { api, aContact } = await company();
    const size = await api.ok("createCustomField", { body: { name: "Size", type: "select", options: ["S", "L"] } });
    const [small, large] = size.options;
    const { id } = await aContact({ customFields: { [size.id]: small?.id } });
    const write = async (value: unknown) =>
      (await api.ok("updateContact", { params: { id }, body: { customFields: { [size.id]: value } } })).customFields;
    expect(await write(large?.id)).toEqual({ [size.id]: large?.id });
    expect(await write(null)).toEqual({});
    const refusal = await api.refused("updateContact", { params: { id }, body: { customFields: { [size.id]: "XL" } } });
    expect(refusal.message).toBe(`customFields.${size.id}`);
  });
});

describe("unsubscribing", () => {
  it("suppresses the address, withdraws consents and writes journal entries", async () => {
    holdClock();
    const { api, aContact, clock, purposeId } = await company();
    const { id, email } = await aContact();
    const at = clock.now().toISOString();
    const contact = await api.ok("unsubscribeContact", { params: { id }, body: { note: "by phone" } });
    expect(contact).toMatchObject({
      status: "unsubscribed",
      state: "unsubscribed",
      excluded: true,
      suppressionReason: "unsubscribed",
      suppressedAt: at,
      suppressionNote: "by phone",
    });
    expect(contact.recentActivities.map(({ type }) => type)).toEqual([
      "unsubscribed",
      "status_change",
      "contact_created",
    ]);
    const { items, history } = await api.ok("listContactPurposes", { params: { id } });
    expect(items).toMatchObject([{ purposeId, state: "withdrawn", withdrawnAt: at }]);
    expect(history.map(({ action }) => action)).toEqual(["given", "unsubscribed", "withdrawn"]);
    const { items: suppressed } = await api.ok("listSuppressions");
    expect(suppressed).toEqual([
      { email, reason: "unsubscribed", source: "admin", detail: "by phone", blacklisted: false, createdAt: at },
    ]);
  });

  it("changes nothing when repeated", async () => {
    const { api, aContact, clock } = await company();
    const { id } = await aContact();
    const first = await api.ok("unsubscribeContact", { params: { id } });
    clock.advance(1000);
    expect(await api.ok("unsubscribeContact", { params: { id } })).toEqual(first);
  });
});

describe("the blacklist", () => {
  it("does not change the status and can be lifted", async () => {
    const { api, aContact } = await company();
    const { id } = await aContact();
    const listed = await api.ok("blacklistContact", { params: { id } });
    expect(listed).toMatchObject({
      status: "subscribed",
      state: "blacklisted",
      suppressionReason: "manual",
      excluded: true,
    });
    await api.ok("unblacklistContact", { params: { id } });
    expect(await api.ok("getContact", { params: { id } })).toMatchObject({
      status: "subscribed",
      state: "active",
      suppressionReason: null,
      blacklistedAt: null,
      excluded: false,
    });
  });

  it("is locked when the address is suppressed for another reason", async () => {
    const { api, aContact } = await company();
    const { id, email } = await aContact();
    await api.ok("unsubscribeContact", { params: { id } });
    const locked = { status: 409, code: "suppression_locked", message: "reason", params: { reason: "unsubscribed" } };
    expect(await api.refused("blacklistContact", { params: { id } })).toEqual(locked);
    expect(await api.refused("unblacklistContact", { params: { id } })).toEqual(locked);
    expect(await api.refused("createSuppression", { body: { email } })).toEqual(locked);
    expect(await api.refused("deleteSuppression", { params: { email } })).toEqual(locked);
  });

  it("accepts addresses without a contact, and applies when they become one", async () => {
    holdClock();
    const { api, aContact, clock } = await company();
    const email = anEmail();
    const at = clock.now().toISOString();
    expect(await api.ok("createSuppression", { body: { email, detail: "competitor" } })).toEqual({
      email,
      reason: "manual",
      source: "admin",
      detail: "competitor",
      blacklisted: true,
      createdAt: at,
    });
    expect(await aContact({ email })).toMatchObject({ state: "blacklisted", suppressionReason: "manual" });
    await api.ok("deleteSuppression", { params: { email } });
    expect(await api.refused("deleteSuppression", { params: { email } })).toMatchObject({ status: 404 });
    expect((await api.ok("listContacts", { query: { state: "active" } })).total).toBe(1);
  });
});

describe("consents", () => {
  it("are given once and withdrawn permanently; withdrawing the default purpose unsubscribes", async () => {
    const { api, aContact, purposeId } = await company();
    const { id } = await aContact();
    const extra = await api.ok("createPurpose", { body: { name: "Recipes", validMonths: 12 } });
    const give = (purpose: string) =>
      api.call("addContactPurpose", { params: { id }, body: { purposeId: purpose, consentConfirmed: true } });
    expect((await give(extra.id)).status).toBe(201);
    expect((await give(extra.id)).status).toBe(200);
    const { items } = await api.ok("listContactPurposes", { params: { id } });
    const [main, recipes] = items;
    expect(recipes?.validUntil).not.toBeNull();
    const withdraw = (consentId: string | undefined) =>
      api.ok("withdrawContactPurpose", { params: { id, consentId: consentId ?? "" } });
    expect(await withdraw(recipes?.id)).toMatchObject({ state: "withdrawn" });
    expect((await give(extra.id)).status).toBe(409);
    expect((await api.ok("getContact", { params: { id } })).status).toBe("subscribed");
    await withdraw(main?.id);
    expect((await api.ok("getContact", { params: { id } })).status).toBe("unsubscribed");
    expect((await give(purposeId)).status).toBe(409);
  });

  it("of an unknown contact, purpose or consent are rejected", async () => {
    const { api, aContact } = await company();
    const other = await company();
    const { id } = await aContact();
    const foreign = await other.aContact();
    const body = { purposeId: other.purposeId, consentConfirmed: true };
    expect(await api.refused("addContactPurpose", { params: { id }, body })).toMatchObject({
      status: 400,
      message: "purposeId",
    });
    const ownBody = { ...body, purposeId: "1" };
    expect(await api.refused("addContactPurpose", { params: { id: foreign.id }, body: ownBody })).toMatchObject({
      status: 404,
    });
    const params = { id, consentId: "999999" };
    expect(await api.refused("withdrawContactPurpose", { params })).toMatchObject({ status: 404, message: "consent" });
  });
});

describe("deleting and exporting", () => {
  it("is rejected for a day after an e-mail, while erasing is always possible", async () => {
    const { api, aContact, clock, ctx, runListeners } = await company();
    const { id } = await aContact();
    const sent = { type: "email_sent", contactId: id, at: clock.now(), payload: { title: "News" } } as const;
    await journal.appendEntries(ctx.db, [sent]);
    await runListeners();
    expect(await api.refused("deleteContact", { params: { id } })).toMatchObject({
      status: 423,
      code: "recently_sent",
    });
    clock.advance(hours(24) + 1);
    await api.ok("deleteContact", { params: { id } });
    expect(await api.refused("getContact", { params: { id } })).toMatchObject({ status: 404, message: "contact" });
  });

  it("exports all data", async () => {
    const { api, aContact } = await company();
    const { id } = await aContact({ firstName: "Eva" });
    const all = await api.ok("exportContact", { params: { id } });
    expect(all.profile.firstName).toBe("Eva");
    expect(all.consents).toHaveLength(1);
    expect(all.consentHistory.map(({ action }) => action)).toEqual(["given"]);
    expect(all.activities.map(({ type }) => type)).toEqual(["contact_created"]);
  });
});

describe("engagement", () => {
  it("rises with opens and decays with time", async () => {
    const { api, aContact, clock, ctx, runListeners } = await company();
    const { id } = await aContact();
    await journal.appendEntries(ctx.db, [{ type: "email_opened", contactId: id, at: clock.now(), payload: {} }]);
    await runListeners();
    const letters: string[] = [];
    for (const passed of [0, 31, 60, 90, 200]) {
      clock.advance(days(passed));
      await refreshEngagement(ctx.db, clock.now());
      letters.push((await api.ok("getContact", { params: { id } })).engagement);
    }
    expect(letters).toEqual(["A", "B", "C", "D", "E"]);
    expect((await api.ok("listContacts", { query: { engagement: "E" } })).total).toBe(1);
  });
});
