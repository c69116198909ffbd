import { expect, it } from "vitest";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anImport, importBody, toMapping } from "../../../tests/harness/factories/imports.ts";
import { multipartForm } from "../../../tests/harness/factories/multipart-form.ts";

const csv = (...lines: string[]) => `${lines.join("\n")}\n`;

const listRejected = async ({ api }: TestCompany, import_id: string) =>
  (await api.call("downloadRejectedRows", { params: { import_id } })).body;

const mapping = [
  ["email", "email"],
  ["born", "birthday"],
  ["sex", "gender"],
  ["city", "city"],
] as const;

const getPreview = async (one: TestCompany, fields: Parameters<typeof importBody>[1]) => {
  const body = await importBody(one, fields);
  return one.api.ok("previewImport", { body: { fileId: body.fileId, mapping: body.mapping } });
};

it("reports all errors of a row and counts the row once", async () => {
  const one = await company();
  const text = csv("email,born,sex,city", `x,31.2.1990,?,${"a".repeat(300)}`, `${anEmail()},1.2.1990,m,Brno`);
  const problems = [
    { row: 2, column: "email", code: "invalid" },
    { row: 2, column: "sex", code: "invalid" },
    { row: 2, column: "city", code: "too_long" },
    { row: 2, column: "born", code: "invalid" },
  ];
  const { counts, problems: foreseen } = await getPreview(one, { text, mapping });
  expect(counts).toMatchObject({ rows: 2, valid: 1, invalid: 1 });
  expect(foreseen).toEqual(expect.arrayContaining(problems));
  const done = await anImport(one, { text, mapping });
  expect(done.result).toMatchObject({ rows: 2, created: 1, invalid: 1, problems: foreseen });
  expect(await listRejected(one, done.id)).toBe(
    `email,born,sex,city,row,column,code\r\nx,31.2.1990,?,${"a".repeat(300)},2,` +
      `"${foreseen.map(({ column }) => column).join("|")}","${foreseen.map(({ code }) => code).join("|")}"\r\n`,
  );
});

it("shows the first hundred problems, however many a row has", async () => {
  const one = await company();
  const text = csv("email,born,sex,city", ...Array.from({ length: 60 }, () => "x,y,?,Brno"));
  const done = await anImport(one, { text, mapping });
  expect(done.result).toMatchObject({ rows: 60, invalid: 60 });
  expect(done.result?.problems).toHaveLength(100);
  expect(done.result?.problems.at(-1)).toMatchObject({ row: 35 });
});

it("reports at most twenty problems per row", async () => {
  const one = await company();
  const fields = await Promise.all(
    Array.from({ length: 25 }, (_, n) => one.api.ok("createCustomField", { body: { name: `Day ${n}`, type: "date" } })),
  );
  const columns = fields.map(({ id }) => [`d${id}`, `customFields.${id}`] as const);
  const text = csv(["email", ...columns.map(([name]) => name)].join(), `${anEmail()}${",never".repeat(25)}`);
  const done = await anImport(one, { text, mapping: [["email", "email"], ...columns] });
  expect(done.result).toMatchObject({ rows: 1, invalid: 1 });
  expect(done.result?.problems).toHaveLength(20);
});

it("rejects a row with values beyond the last column and keeps them for the correction", async () => {
  const one = await company();
  const [shifted, blank, plain] = [anEmail(), anEmail(), anEmail()];
  const text = csv("email,first,city", `${shifted},Jana,Brno, střed`, `${blank},Jana,Brno,, `, `${plain},Jana,Brno`);
  const people = [
    ["email", "email"],
    ["first", "firstName"],
    ["city", "city"],
  ] as const;
  const problems = [{ row: 2, column: "4", code: "too_many_columns" }];
  expect(await getPreview(one, { text, mapping: people })).toMatchObject({
    counts: { rows: 3, valid: 2, invalid: 1 },
    problems,
  });
  const done = await anImport(one, { text, mapping: people });
  expect(done.result).toMatchObject({ created: 2, invalid: 1, problems });
  const rejected = String(await listRejected(one, done.id));
  expect(rejected).toBe(`email,first,city,row,column,code\r\n${shifted},Jana,Brno,2,4,too_many_columns," střed"\r\n`);
  const again = await anImport(one, { text: rejected, mapping: people });
  expect(again.result).toMatchObject({ created: 0, invalid: 1 });
  const mended = rejected.replace(`Brno,2,4,too_many_columns," střed"`, `"Brno, střed",,,`);
  expect((await anImport(one, { text: mended, mapping: people })).result).toMatchObject({ created: 1, invalid: 0 });
});

const upload = ({ api }: TestCompany, text: string) =>
  api.ok("uploadImportFile", { form: multipartForm(Buffer.from(text, "latin1"), "people.csv") });

const named = [
  ["email", "email"],
  ["name", "lastName"],
] as const;

it("reads ISO-8859-2 when detected and when requested", async () => {
  const one = await company();
  const [detected, requested] = [anEmail(), anEmail()];
  const sure = await upload(one, `email,name\n${detected},\xa9\xbbastn\xfd\n`);
  expect(sure).toMatchObject({ encoding: "iso-8859-2" });
  const body = await importBody(one, { text: "email\nx", mapping: named });
  await one.api.ok("createImport", { body: { ...body, fileId: sure.fileId } });
  const open = await upload(one, `email,name\n${requested},Bene\xb9\n`);
  expect(open).toMatchObject({ encoding: "windows-1250" });
  const options = { encoding: "iso-8859-2" } as const;
  await one.api.ok("createImport", { body: { ...body, fileId: open.fileId, options } });
  const { items } = await one.api.ok("listContacts", { query: { sort: "id" } });
  expect(items.map(({ lastName }) => lastName)).toEqual(["Šťastný", "Beneš"]);
});

it.each(["utf-8", "utf-16le"] as const)("refuses %s for a file in another encoding", async (encoding) => {
  const one = await company();
  const { fileId } = await upload(one, `email,name\n${anEmail()},Nov\xe1k\n`);
  const body = { ...(await importBody(one, { text: "email\nx", mapping: named })), fileId, options: { encoding } };
  const refusal = { status: 400, code: "validation", message: "options.encoding" };
  expect(await one.api.refused("createImport", { body })).toMatchObject(refusal);
  const preview = { fileId, mapping: toMapping(named), options: { encoding } };
  expect(await one.api.refused("previewImport", { body: preview })).toMatchObject(refusal);
});

it("stores no undecodable character", async () => {
  const one = await company();
  const [bare, whole] = [anEmail(), anEmail()];
  const lines = [`a\ufffd${bare},Novák,`, `${bare},Nov\ufffdk,`, `${whole},Novák,\ufffd`];
  const done = await anImport(one, { text: csv("email,name,note", ...lines), mapping: named });
  expect(done.result).toMatchObject({
    created: 1,
    invalid: 2,
    problems: [
      { row: 2, column: "email", code: "encoding" },
      { row: 3, column: "name", code: "encoding" },
    ],
  });
  const { fileId } = await upload(one, `email,name\n${anEmail()},Bene\x9a\n${anEmail()},Nov\xe1k\n`);
  const body = await importBody(one, { text: "email\nx", mapping: named, options: { encoding: "iso-8859-2" } });
  const latin = await one.api.ok("createImport", { body: { ...body, fileId } });
  expect(latin.result).toMatchObject({ created: 1, problems: [{ row: 2, column: "name", code: "encoding" }] });
});

it("escapes formulas in rejected rows and unescapes them when they are imported again", async () => {
  const one = await company();
  const email = anEmail();
  const cells = ["=1+1", "'=1+1", "''=1", "+420 600", "'+420 600"];
  const text = csv("email,=name,born", ...cells.map((cell, n) => `${n}${email},${cell},never`));
  const columns = [
    ["email", "email"],
    ["=name", "lastName"],
    ["born", "birthday"],
  ] as const;
  const done = await anImport(one, { text, mapping: columns });
  expect(done.result).toMatchObject({ invalid: 5 });
  const rejected = String(await listRejected(one, done.id));
  expect(rejected.split("\r\n").map((line) => line.split(",")[1])).toEqual([
    "'=name",
    "'=1+1",
    "'=1+1",
    "''=1",
    "+420 600",
    "+420 600",
    undefined,
  ]);
  const mended = await anImport(one, { text: rejected.replaceAll("never", ""), mapping: columns });
  expect(mended.result).toMatchObject({ created: 5 });
  const { items } = await one.api.ok("listContacts", { query: { sort: "id" } });
  expect(items.map(({ lastName }) => lastName)).toEqual(["=1+1", "=1+1", "'=1", "+420 600", "+420 600"]);
});

it("imports a person without invalid values on request, and lists what was left out", async () => {
  const one = await company();
  const emails = Array.from({ length: 4 }, () => anEmail());
  const lines = [
    `${emails[0]},never,?,Brno`,
    `x,never,m,Brno`,
    `${emails[1]},soon,m,Praha`,
    `${emails[1]},1.2.1990,m,Plzeň`,
  ];
  const text = csv("email,born,sex,city", ...lines, `${emails[2]},1.2.1990,f,Zlín`);
  const options = { invalidValues: "leave_out" };
  const body = await importBody(one, { text, mapping, options });
  const preview = await one.api.ok("previewImport", { body: { fileId: body.fileId, mapping: body.mapping, options } });
  expect(preview.counts).toMatchObject({ rows: 5, valid: 3, invalid: 1, incomplete: 1, duplicates: 1 });
  const done = await one.api.ok("createImport", { body });
  expect(done.result).toMatchObject({ rows: 5, created: 3, invalid: 1, skipped: 1, incomplete: 1 });
  const leftOut = { row: 2, code: "invalid", imported: true };
  expect(done.result?.problems).toEqual([
    { ...leftOut, column: "sex", value: "?" },
    { ...leftOut, column: "born", value: "never" },
    { row: 3, column: "email", code: "invalid", value: "x" },
    { row: 3, column: "born", code: "invalid", value: "never" },
    { row: 4, column: "email", code: "duplicate", value: emails[1] },
  ]);
  expect(preview.problems).toEqual(expect.arrayContaining(done.result?.problems.slice(0, 4) ?? []));
  const stored = await one.ctx.db.sql`
    select email, birthday::text, city from contact where tenant_id = ${one.tenantId} order by id`;
  expect(stored.map(({ email, birthday, city }) => [email, birthday, city])).toEqual([
    [emails[0], null, "Brno"],
    [emails[1], "1990-02-01", "Plzeň"],
    [emails[2], "1990-02-01", "Zlín"],
  ]);
  expect(String(await listRejected(one, done.id))).toContain(
    `${emails[0]},never,?,Brno,2,"sex|born","invalid|invalid"`,
  );
});

it("rejects the person where a value left out would delete the one there", async () => {
  const one = await company();
  const known = await one.aContact({ city: "Brno", birthday: "1990-02-01" });
  const options = { invalidValues: "leave_out", emptyOverwrites: true };
  const done = await anImport(one, { text: csv("email,born,sex,city", `${known.email},never,,`), mapping, options });
  expect(done.result).toMatchObject({ invalid: 1, updated: 0, incomplete: 0 });
});

it("says that a row left incomplete was skipped when it is, and forgets its values with the person", async () => {
  const one = await company();
  const gone = await one.aContact();
  await one.api.ok("eraseContact", { params: { id: gone.id }, body: { confirm: true } });
  const left = await one.aContact();
  const text = csv("email,born,sex,city", `${gone.email},never,,`, `${left.email},never,,`);
  const done = await anImport(one, { text, mapping, options: { invalidValues: "leave_out" } });
  expect(done.result).toMatchObject({ skipped: 1, incomplete: 1 });
  expect(done.result?.problems.map(({ row, code }) => [row, code])).toEqual([
    [2, "erased"],
    [3, "invalid"],
  ]);
  await one.api.ok("eraseContact", { params: { id: left.id }, body: { confirm: true } });
  const { result } = await one.api.ok("getImport", { params: { import_id: done.id } });
  expect(result?.problems.find(({ row }) => row === 3)).not.toHaveProperty("value");
});
