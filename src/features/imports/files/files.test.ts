import { describe, expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { multipartForm } from "../../../../tests/harness/factories/multipart-form.ts";
import { addMs, days } from "../../../kernel/local-time.ts";
import { deleteExpiredFiles } from "../../../storage/files.queries.ts";
import { createInspector } from "./inspect.ts";

const upload = ({ api }: TestCompany, bytes: Uint8Array, name = "people.csv") =>
  api.ok("uploadImportFile", { form: multipartForm(bytes, name) });
const refused = async ({ api }: TestCompany, bytes: Uint8Array) => {
  const { status, code, message, params } = await api.refused("uploadImportFile", {
    form: multipartForm(bytes, "a.csv"),
  });
  return { status, code, message, params };
};

const columns = "e-mail;jméno";
const encoded = {
  utf8: Buffer.from(`${columns}\r\njana@example.com;Růžena\r\n`),
  mark: Buffer.from(`\ufeff${columns}\njana@example.com;Růžena`),
  wide: Buffer.from(`\ufeff${columns}\njana@example.com;Růžena`, "utf16le"),
  // jméno and Růžena in windows-1250.
  czech: Buffer.from("e-mail;jm\xe9no\njana@example.com;R\xf9\x9eena\n", "latin1"),
};

describe("an uploaded file", () => {
  it.each([
    ["utf-8", encoded.utf8],
    ["utf-8", encoded.mark],
    ["utf-16le", encoded.wide],
    ["utf-16be", Buffer.from(encoded.wide).swap16()],
    ["windows-1250", encoded.czech],
  ])("is read as %s", async (encoding, bytes) => {
    const one = await company();
    const answer = await upload(one, bytes);
    expect(answer).toEqual({
      fileId: expect.any(String),
      name: "people.csv",
      size: bytes.length,
      encoding,
      delimiter: ";",
      hasHeader: true,
      columns: ["e-mail", "jméno"],
      rows: 1,
    });
    const preview = await one.api.ok("previewImport", { body: { fileId: answer.fileId } });
    expect(preview.columns).toEqual([
      { column: "e-mail", target: "email", samples: ["jana@example.com"] },
      { column: "jméno", target: "firstName", samples: ["Růžena"] },
    ]);
  });

  it.each([
    [",", "email,a;b,c\nx@example.com,1;2,3\n"],
    [";", 'email;a,b;c\nx@example.com;"1,2";3\n'],
    ["\t", "email\ta\nx@example.com\t1\n"],
    ["|", "email|a\nx@example.com|1\n"],
    [",", "email\nx@example.com\n"],
  ])("has its delimiter %j detected", async (delimiter, text) => {
    const one = await company();
    expect(await one.api.ok("uploadImportFile", { body: { text } })).toMatchObject({ delimiter, rows: 1 });
  });

  it("may be sent as text, with mixed line ends, quotes, blank lines, ragged rows and no header", async () => {
    const one = await company();
    const text = '\nx@example.com,"a ""quoted""\r\nline"\r\n\r\n,,\ny@example.com\rz@example.com,b,c,d';
    const answer = await one.api.ok("uploadImportFile", { body: { name: "t.csv", text } });
    expect(answer).toMatchObject({ name: "t.csv", hasHeader: false, columns: ["1", "2"], rows: 3 });
    const preview = await one.api.ok("previewImport", { body: { fileId: answer.fileId } });
    expect(preview).toMatchObject({
      mapping: [
        { column: "1", target: "email" },
        { column: "2", target: "ignore" },
      ],
      counts: { rows: 3, valid: 2, invalid: 1, new: 2 },
      problems: [{ row: 3, column: "3", code: "too_many_columns" }],
    });
    expect(preview.columns[1]?.samples).toEqual(['a "quoted"\r\nline', "", "b"]);
  });

  it("is refused and not stored if it is no table or has no rows", async () => {
    const one = await company();
    const file = (reason: string) => ({
      status: 400,
      code: "validation",
      message: "file",
      params: expect.objectContaining({ reason }),
    });
    expect(await refused(one, Buffer.from("PK\u0003\u0004zip"))).toEqual(file("binary"));
    expect(await refused(one, Buffer.from("%PDF-1.7 …"))).toEqual(file("binary"));
    expect(await refused(one, Buffer.from([0x1f, 0x8b, 8, 0, 1]))).toEqual(file("binary"));
    expect(await refused(one, Buffer.from(`email\n${"a@b.cz\n".repeat(20_000)}\0`))).toEqual(file("binary"));
    expect(await refused(one, Buffer.alloc(0))).toEqual(file("empty"));
    expect(await refused(one, Buffer.from("\n \n".trim()))).toEqual(file("empty"));
    const atRow = (reason: string, row: number) => ({
      ...file(reason),
      params: expect.objectContaining({ reason, row }),
    });
    expect(await refused(one, Buffer.from(`email\n"${"a@b.cz\n".repeat(200_000)}`))).toEqual(atRow("quotes", 2));
    expect(await refused(one, Buffer.from(`email\n${"a@b.cz,".repeat(200_000)}`))).toEqual(atRow("size", 2));
    expect(await refused(one, Buffer.from('email,name\na@b.cz,1\n\nb@b.cz,"2\nc@b.cz,3\n'))).toEqual(
      atRow("quotes", 3),
    );
    expect(await refused(one, Buffer.from("email,name\n"))).toMatchObject({ status: 400, message: "rows" });
    expect(await one.api.refused("uploadImportFile", { body: {} })).toMatchObject({ status: 400, message: "text" });
    const left = await one.app.db.sql`select from stored_file where tenant_id = ${one.tenantId}`;
    expect(left).toHaveLength(0);
  });

  it("may contain stray control characters anywhere", async () => {
    const one = await company();
    const row = "a@example.com,Ja\u000bna\n";
    for (const text of [`email,name\n${row}\u001a`, `email,name\n${"b@example.com,b\n".repeat(5000)}${row}\u001a`]) {
      const { fileId, rows } = await upload(one, Buffer.from(text));
      const { counts } = await one.api.ok("previewImport", { body: { fileId } });
      expect(counts).toMatchObject({ rows, invalid: 0 });
    }
    const noise = Buffer.from(Array.from({ length: 2000 }, (_, n) => 1 + ((n * 7) % 255)));
    expect(await refused(one, noise)).toMatchObject({ message: "file", params: { reason: "binary" } });
  });

  it("has its headers truncated at whole characters", async () => {
    const one = await company();
    const { fileId, columns } = await upload(one, Buffer.from(`email,${"x".repeat(199)}🎉\na@example.com,1\n`));
    expect(columns).toEqual(["email", "x".repeat(199)]);
    const { mapping } = await one.api.ok("previewImport", { body: { fileId } });
    const { shopId, purposeId } = one;
    const body = {
      name: "a",
      source: "b",
      fileId,
      mapping,
      mode: "upsert",
      shopId,
      purposeId,
      consentConfirmed: true,
      listIds: [],
    };
    expect(await one.api.ok("createImport", { body })).toMatchObject({ result: { created: 1 } });
  });

  it("holds at most 16 384 columns", async () => {
    const one = await company();
    const wide = (count: number) => Buffer.from(`email${",x".repeat(count - 1)}\na@example.com\n`);
    expect(await refused(one, wide(16_385))).toMatchObject({ message: "columns", params: { max: 16_384 } });
    expect((await upload(one, wide(16_384))).columns).toHaveLength(16_384);
  });

  it("holds at most 300 000 rows", () => {
    const count = (rows: number, head = "email\n") => {
      const inspector = createInspector();
      inspector.take(Buffer.from(head + "a@example.com\n".repeat(rows)));
      return inspector.end().rows;
    };
    expect(count(300_000)).toBe(300_000);
    expect(count(300_000, "")).toBe(300_000);
    expect(() => count(300_001)).toThrow("rows");
    expect(() => count(300_001, "")).toThrow("rows");
  });

  it("is deleted after seven days unless it is imported", async () => {
    holdClock();
    const one = await company();
    const { fileId } = await one.api.ok("uploadImportFile", { body: { text: "email\na@example.com\n" } });
    const { sql } = one.app.db;
    const [file] = await sql<{ expiresAt: Date }[]>`select expires_at from stored_file where id = ${fileId}`;
    expect(file?.expiresAt).toEqual(addMs(one.clock.now(), days(7)));
    await sql`update stored_file set expires_at = now() - interval '1 second' where id = ${fileId}`;
    await deleteExpiredFiles(one.app.db);
    expect(await one.api.refused("previewImport", { body: { fileId } })).toMatchObject({ message: "fileId" });
  });
});
