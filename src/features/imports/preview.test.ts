import { describe, expect, it } from "vitest";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { proposeMapping } from "./mapping/propose.ts";

const upload = async ({ api }: TestCompany, text: string) =>
  (await api.ok("uploadImportFile", { body: { text } })).fileId;

describe("the proposed mapping", () => {
  const targets = (header: string, fields: string[] = []) =>
    proposeMapping(
      { columns: header.split(";"), samples: [] },
      fields.map((name, index) => ({ id: String(index + 1), name, type: "text", options: [], createdAt: new Date(0) })),
    ).map(({ target }) => target);

  it.each([
    [
      "E-mail;Jméno;Příjmení;Firma;IČO;Telefon;Ulice;Město;PSČ;Země",
      "email firstName lastName company companyId phone street city postalCode country",
    ],
    [
      "Email;Krstné meno;Priezvisko;Spoločnosť;Mobil;Ulica;Mesto;Krajina",
      "email firstName lastName company mobile street city country",
    ],
    [
      "E-MAIL ADDRESS;first_name;Surname;Date of birth;Gender;Zip code;Notes",
      "email firstName lastName birthday gender postalCode note",
    ],
    [
      "emailaddress;oslovení;svátek;datum narození;pohlaví;jazyk;štítky;titul",
      "email salutation nameDay birthday gender language tags titleBefore",
    ],
    ["email;Mail;whatever", "email ignore ignore"],
  ])("%s", (header, wanted) => {
    expect(targets(header)).toEqual(wanted.split(" "));
  });

  it("prefers custom fields", () => {
    expect(targets("email;Poznámka;Velikost", ["poznamka", "VELIKOST"])).toEqual([
      "email",
      "customFields.1",
      "customFields.2",
    ]);
  });
});

describe("a preview", () => {
  it("counts valid, invalid, new and existing rows and changes nothing", async () => {
    const one = await company();
    const { api, aContact } = one;
    const known = await aContact();
    const erased = await aContact();
    await api.ok("eraseContact", { params: { id: erased.id }, body: { confirm: true } });
    const rows = [known.email, erased.email, "new@example.com", "New@Example.com", "wrong", ""];
    const fileId = await upload(one, `kontakt;kdy\n${rows.map((email) => `${email};1.2.2000`).join("\n")}\n`);
    const body = {
      fileId,
      mapping: [
        { column: "kontakt", target: "email" },
        { column: "kdy", target: "birthday" },
      ],
    };
    const before = (await api.ok("listContacts")).total;
    expect(await api.ok("previewImport", { body })).toEqual({
      encoding: "utf-8",
      delimiter: ";",
      hasHeader: true,
      columns: [
        { column: "kontakt", target: "email", samples: rows.slice(0, 5) },
        { column: "kdy", target: "birthday", samples: Array.from({ length: 5 }, () => "1.2.2000") },
      ],
      mapping: body.mapping,
      counts: { rows: 6, valid: 3, invalid: 2, duplicates: 1, new: 1, existing: 1, erased: 1 },
      problems: [
        { row: 6, column: "kontakt", code: "invalid" },
        { row: 7, column: "kontakt", code: "required" },
      ],
    });
    expect((await api.ok("listContacts")).total).toBe(before);
  });

  it("proposes the column that contains addresses whatever its header, and reports when there is none", async () => {
    const one = await company();
    const found = await upload(one, "kontakt;x\na@example.com;1\n");
    expect(
      (await one.api.ok("previewImport", { body: { fileId: found, options: { hasHeader: true } } })).mapping,
    ).toEqual([
      { column: "kontakt", target: "email" },
      { column: "x", target: "ignore" },
    ]);
    const none = await upload(one, "a;b\n1;2\n");
    expect(await one.api.ok("previewImport", { body: { fileId: none } })).toMatchObject({
      counts: { rows: 1, valid: 0, invalid: 1 },
      problems: [{ row: 2, column: "", code: "email" }],
    });
  });

  it("follows the options and refuses an invalid mapping", async () => {
    const one = await company();
    const fileId = await upload(one, "a@example.com;x,b@example.com\n");
    const body = { fileId, options: { delimiter: ",", hasHeader: false } };
    expect(await one.api.ok("previewImport", { body })).toMatchObject({
      delimiter: ",",
      mapping: [
        { column: "1", target: "ignore" },
        { column: "2", target: "email" },
      ],
    });
    const ask = async (change: object) =>
      (await one.api.refused("previewImport", { body: { fileId, ...change } })).message;
    expect(await ask({ mapping: [] })).toBe("mapping");
    expect(await ask({ mapping: [{ column: "9", target: "email" }] })).toBe("mapping.0.column");
    expect(await ask({ fileId: "999999" })).toBe("fileId");
  });

  it("proposes a mapping that an import accepts, also with many columns and unusual headers", async () => {
    const one = await company();
    const { shopId, purposeId } = one;
    const run = async (fileId: string, change: object) =>
      (
        await one.api.ok("createImport", {
          body: {
            name: "a",
            source: "b",
            fileId,
            mode: "upsert",
            shopId,
            purposeId,
            consentConfirmed: true,
            listIds: [],
            ...change,
          },
        })
      ).result;
    const wide = Array.from({ length: 600 }, (_, n) => `c${n}`).join(";");
    const many = await upload(one, `email;${wide}\na@example.com;1\n`);
    const { mapping } = await one.api.ok("previewImport", { body: { fileId: many } });
    expect(mapping).toHaveLength(601);
    expect(await run(many, { mapping })).toMatchObject({ created: 1 });
    const blanks = await upload(one, "email;Jméno  a   příjmení\nb@example.com;Jana\n");
    const given = [
      { column: "email", target: "email" },
      { column: " Jméno  a   příjmení", target: "lastName" },
    ];
    expect(await one.api.ok("previewImport", { body: { fileId: blanks, mapping: given } })).toMatchObject({
      columns: [{ target: "email" }, { column: "Jméno a příjmení", target: "lastName" }],
    });
    expect(await run(blanks, { mapping: given })).toMatchObject({ created: 1 });
    const shop = await upload(one, "kontakt;kdo\nc@example.com;Jana\n");
    const numbered = [{ column: "1", target: "email" }];
    expect(await run(shop, { mapping: numbered, kind: "shoptet_customers" })).toMatchObject({ created: 1 });
    const wrong = {
      fileId: await upload(one, "email\nd@example.com\n"),
      kind: "shoptet_customers",
      mapping: [{ column: "9", target: "note" }],
    };
    expect(await one.api.refused("previewImport", { body: wrong })).toMatchObject({ message: "mapping.0.column" });
  });
});
