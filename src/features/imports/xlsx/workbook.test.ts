import { expect, it } from "vitest";
import { anEmail, company } from "../../../../tests/harness/factories/company.ts";
import { multipartForm } from "../../../../tests/harness/factories/multipart-form.ts";
import { aWorkbook, workbookFiles } from "../../../../tests/harness/factories/workbooks.ts";
import { toZip } from "../../../../tests/harness/factories/platform-migrations.ts";
import { zipEntries } from "../../../kernel/zip.ts";
import { toMapping } from "../../../../tests/harness/factories/imports.ts";
import { workbookToCsv } from "./workbook-csv.ts";
import { readWorkbookRows } from "./workbook.ts";

async function* streamPieces(workbook: Buffer) {
  yield workbook;
}

async function readRows(workbook: Buffer): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const group of readWorkbookRows(workbook)) rows.push(...group);
  return rows;
}

it("reads the first visible sheet: shared, rich and inline texts, numbers, days, booleans, errors and gaps", async () => {
  const sheet = `
    <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>
    <row r="3"><c r="A3" t="inlineStr"><is><t>x &amp; y_x000D_</t></is></c><c r="C3"><v>0.30000000000000004</v></c></row>
    <row r="4"><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="str"><f>A1</f><v>=1+1</v></c></row>
    <row r="5"><c r="A5" s="1"><v>45231</v></c><c r="B5" s="2"><v>45231.5</v></c><c r="C5" s="3"><v>45231</v></c></row>
    <row r="6"><c r="A6" s="1"><v>59</v></c><c r="B6"><v>420600123456</v></c><c r="D6" t="s"><v>9</v></c></row>`;
  const texts = `<si><t>e-mail</t></si><si><r><t xml:space="preserve">Ev</t></r><r><t>a</t></r><rPh sb="0"><t>x</t></rPh></si>`;
  expect(await readRows(aWorkbook({ sheet, texts }))).toEqual([
    ["e-mail", "Eva"],
    ["x & y", "", "0.3"],
    ["true", "", "=1+1"],
    ["2023-11-01", "2023-11-01 12:00:00", "45231"],
    ["1900-02-28", "420600123456"],
  ]);
});

it("reads prefixed names, absolute paths and days counted from 1904", async () => {
  const files = workbookFiles({
    sheet: `<x:row><x:c s="1"><x:v>43769</x:v></x:c></x:row>`,
    properties: `<workbookPr date1904="1"/>`,
  });
  const relations = files["xl/_rels/workbook.xml.rels"] ?? "";
  const moved = { ...files, "xl/_rels/workbook.xml.rels": relations.replace("worksheets/", "/xl/worksheets/") };
  expect(await readRows(toZip(moved))).toEqual([["2023-11-01"]]);
});

it("is imported as any table, and keeps the size of the upload", async () => {
  const one = await company();
  const emails = [anEmail(), anEmail()];
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const sheet = [
    ["e-mail", "name", "city"],
    [emails[0], "Jana; Nová", "-Brno"],
    [emails[1], "Petr", "České\nBudějovice"],
  ]
    .map((cells) => `<row>${cells.map((text) => cell(text ?? "")).join("")}</row>`)
    .join("");
  const workbook = aWorkbook({ sheet });
  const file = await one.api.ok("uploadImportFile", { form: multipartForm(workbook, "people.xlsx") });
  expect(file).toMatchObject({ name: "people.xlsx", size: workbook.length, rows: 2, hasHeader: true });
  expect(file.columns).toEqual(["e-mail", "name", "city"]);
  const mapping = toMapping([
    ["e-mail", "email"],
    ["name", "lastName"],
    ["city", "city"],
  ]);
  const { shopId, purposeId } = one;
  const consent = { purposeId, consentConfirmed: true };
  const body = {
    name: "a",
    source: "b",
    fileId: file.fileId,
    mapping,
    mode: "upsert",
    shopId,
    listIds: [],
    ...consent,
  };
  expect(await one.api.ok("createImport", { body })).toMatchObject({ result: { created: 2, invalid: 0 } });
  const stored = await one.ctx.db
    .sql`select last_name, city from contact where tenant_id = ${one.tenantId} order by id`;
  expect(stored.map(({ lastName, city }) => [lastName, city])).toEqual([
    ["Jana; Nová", "-Brno"],
    ["Petr", "České Budějovice"],
  ]);
  expect(await one.app.db.sql`select from stored_file where tenant_id = ${one.tenantId}`).toHaveLength(0);
});

it("refuses archives that are no workbooks, bombs and sheets beyond the limits, and keeps nothing", async () => {
  const one = await company();
  const catchRejection = async (workbook: Buffer) => {
    const { message, params } = await one.api.refused("uploadImportFile", { form: multipartForm(workbook, "a.xlsx") });
    return { message, reason: params?.["reason"] };
  };
  const binary = { message: "file", reason: "binary" };
  const row = `<row><c t="inlineStr"><is><t>a@example.com</t></is></c></row>`;
  expect(await catchRejection(toZip({ "a.csv": "email\n" }))).toEqual(binary);
  expect(await catchRejection(Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(100)]))).toEqual(binary);
  expect(await catchRejection(aWorkbook({ sheet: `${row}<row a="${"x".repeat(3_000_000)}"/>` }))).toEqual(binary);
  expect(await catchRejection(aWorkbook({ sheet: row, texts: `<si><t>${"x".repeat(2_000_000)}</t></si>` }))).toEqual(
    binary,
  );
  expect(await catchRejection(aWorkbook({ sheet: `<row><c r="XFE1"><v>1</v></c></row>` }))).toMatchObject({
    message: "columns",
  });
  expect(await catchRejection(aWorkbook({ sheet: "" }))).toEqual({ message: "file", reason: "empty" });
  expect(await one.app.db.sql`select from stored_file where tenant_id = ${one.tenantId}`).toHaveLength(0);
});

it("stops at the size of the largest file, however little the workbook has", async () => {
  const sheet = `<row><c r="XFD1"><v>1</v></c></row>`.repeat(5000);
  const convert = async () => {
    for await (const _line of workbookToCsv(streamPieces(aWorkbook({ sheet }))));
  };
  await expect(convert()).rejects.toMatchObject({ message: "file", params: { reason: "size" } });
});

it("streams an entry of an archive up to its limit", async () => {
  const [entry] = zipEntries(toZip({ "a.txt": "x".repeat(100_000) }));
  let size = 0;
  for await (const piece of entry?.stream(100_000) ?? []) size += piece.length;
  expect(size).toBe(100_000);
  const readAll = async () => {
    for await (const _piece of entry?.stream(99_999) ?? []);
  };
  await expect(readAll()).rejects.toThrow("size");
});
