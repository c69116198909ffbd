import { describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { anEmail, company } from "../../../tests/harness/factories/company.ts";
import { anInsertedList, anImport, listSizes } from "../../../tests/harness/factories/imports.ts";
import { findContactCountDifferences } from "../contacts/counts.sql.ts";

describe("a small import", () => {
  it("creates contacts with consent, list, labels and history, within the request", async () => {
    holdClock();
    const one = await company();
    const { api, shopId, purposeId, clock } = one;
    const list = await anInsertedList(one, "Fair");
    const field = await api.ok("createCustomField", {
      body: { name: "Size", type: "select", options: ["Small", "Large"] },
    });
    const email = anEmail();
    const done = await anImport(one, {
      text: `E-mail;Jméno;Příjmení;Narozeniny;Velikost;Štítky\n${email.toUpperCase()};Jana;Nováková;2.3.1990;large;VIP, Brno\n`,
      mapping: [
        ["E-mail", "email"],
        ["Jméno", "firstName"],
        ["Příjmení", "lastName"],
        ["Narozeniny", "birthday"],
        ["Velikost", `customFields.${field.id}`],
        ["Štítky", "tags"],
      ],
      listIds: [list],
    });
    const at = clock.now().toISOString();
    expect(done).toEqual({
      id: expect.any(String),
      name: "People",
      source: "Fair in Brno",
      kind: "csv",
      mode: "upsert",
      status: "completed",
      progress: 100,
      shopId,
      purposeId,
      listIds: [list],
      mapping: expect.any(Array),
      options: {},
      runAutomations: false,
      fileName: "people.csv",
      rows: 1,
      result: {
        rows: 1,
        created: 1,
        updated: 0,
        unchanged: 0,
        skipped: 0,
        invalid: 0,
        notAddedToLists: 0,
        problems: [],
      },
      createdAt: at,
      startedAt: at,
      finishedAt: at,
    });
    const [row] = (await api.ok("listContacts")).items;
    const contact = await api.ok("getContact", { params: { id: row?.id ?? "" } });
    expect(contact).toMatchObject({
      email,
      firstName: "Jana",
      lastName: "Nováková",
      birthday: "1990-03-02",
      customFields: { [field.id]: field.options[1]?.id },
      status: "subscribed",
      state: "active",
      source: "import",
      sources: [{ source: "import", at }],
      consentBasis: "imported",
      consentAt: at,
      consentWeak: false,
      language: "cs",
      shopId,
    });
    expect(await api.ok("listContactPurposes", { params: { id: contact.id } })).toMatchObject({
      items: [{ purposeId, state: "valid", basis: "imported", source: "Fair in Brno", at }],
      history: [{ purposeId, action: "given", source: "Fair in Brno" }],
    });
    const { db } = one.ctx;
    const [entry] = await db.sql`
      select type, contact_id, payload from journal where tenant_id = ${db.tenantId}`;
    expect(entry).toEqual({
      type: "contacts_created",
      contactId: null,
      payload: {
        source: "import",
        importId: done.id,
        to: "subscribed",
        lists: [list],
        quiet: true,
        count: 1,
        contactIds: contact.id,
      },
    });
    expect((await api.ok("listActivities", { params: { id: contact.id } })).items).toEqual([
      { id: expect.stringMatching(/^6\d{15}$/), type: "contact_created", at, title: "subscribed" },
    ]);
    const members = await db.sql`
      select list_id, state from list_member where tenant_id = ${db.tenantId} and contact_id = ${contact.id}`;
    expect([...members]).toEqual([{ listId: list, state: "confirmed" }]);
    expect(await listSizes(one, list)).toEqual({ active: 1 });
    expect(await findContactCountDifferences(db)).toEqual([]);
    expect((await api.ok("listLabels")).items.map(({ name, counts }) => [name, counts.contact])).toEqual([
      ["Brno", 1],
      ["VIP", 1],
    ]);
    expect((await api.ok("listContacts", { query: { q: "novak" } })).total).toBe(1);
  });
});
