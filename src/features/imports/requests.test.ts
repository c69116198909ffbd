import { beforeAll, describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anInsertedList, anImport, importBody } from "../../../tests/harness/factories/imports.ts";
import { days } from "../../kernel/local-time.ts";
import { deleteFile } from "../../storage/files.queries.ts";
import { sweepImports } from "./jobs.ts";

let one: TestCompany;
let other: TestCompany;

beforeAll(async () => {
  one = await company();
  other = await company();
});

const text = () => `email,name\n${anEmail()},Jana\n`;
const refusal = (message: string) => ({ status: 400, code: "validation", message, params: expect.any(Object) });

describe("POST /imports refuses", () => {
  it.each([
    ["name", { name: "" }],
    ["source", { source: undefined }],
    ["fileId", { fileId: "999999" }],
    ["mapping", { mapping: undefined }],
    ["mapping", { mapping: [] }],
    ["mapping", { mapping: [{ column: "name", target: "firstName" }] }],
    ["mapping.0.column", { mapping: [{ column: "mail", target: "email" }] }],
    ["mapping.0.column", { mapping: [{ column: "3", target: "email" }] }],
    [
      "mapping.1.target",
      {
        mapping: [
          { column: "email", target: "email" },
          { column: "name", target: "status" },
        ],
      },
    ],
    [
      "mapping.1.target",
      {
        mapping: [
          { column: "email", target: "email" },
          { column: "name", target: "email" },
        ],
      },
    ],
    [
      "mapping.1.target",
      {
        mapping: [
          { column: "email", target: "email" },
          { column: "name", target: "customFields.9" },
        ],
      },
    ],
    [
      "mapping.1.target",
      {
        mapping: [
          { column: "email", target: "email" },
          { column: "name", target: "fullName" },
        ],
      },
    ],
    ["mode", { mode: "delete" }],
    ["kind", { kind: "xml" }],
    ["shopId", { shopId: "999999" }],
    ["shopId", { shopId: undefined }],
    ["listIds", { listIds: undefined }],
    ["listIds.0", { listIds: ["999999"] }],
    ["purposeId", { purposeId: undefined }],
    ["purposeId", { purposeId: "999999" }],
    ["consentConfirmed", { consentConfirmed: undefined }],
    ["consentConfirmed", { consentConfirmed: false }],
    ["listIds", { mode: "remove" }],
    ["options.delimiter", { options: { delimiter: "#" } }],
    ["options.encoding", { options: { encoding: "latin2" } }],
    ["options.dateFormat", { options: { dateFormat: "YY" } }],
    ["draftId", { draftId: "999999" }],
  ])("%s in %j", async (message, change) => {
    const body = { ...(await importBody(one, { text: text() })), ...change };
    expect(await one.api.refused("createImport", { body })).toEqual(refusal(message));
    expect((await one.api.ok("listImports")).total).toBe(0);
  });

  it("a system list", async () => {
    const list = await anInsertedList(one, "Readers", "shop_newsletter");
    const body = await importBody(one, { text: text(), listIds: [list] });
    expect(await one.api.refused("createImport", { body })).toMatchObject({
      status: 409,
      code: "conflict",
      message: "locked",
    });
  });

  it("references to another company", async () => {
    const theirs = await importBody(other, { text: text() });
    const list = await anInsertedList(other, "Theirs");
    const draft = await other.api.ok("createImportDraft", { body: { name: "Draft" } });
    const ours = async () => importBody(one, { text: text() });
    const ask = async (change: object) =>
      (await one.api.refused("createImport", { body: { ...(await ours()), ...change } })).message;
    expect(await ask({ fileId: theirs.fileId })).toBe("fileId");
    expect(await ask({ shopId: theirs.shopId })).toBe("shopId");
    expect(await ask({ purposeId: other.purposeId })).toBe("purposeId");
    expect(await ask({ listIds: [list] })).toBe("listIds.0");
    expect(await ask({ draftId: draft.id })).toBe("draftId");
    const preview = await one.api.refused("previewImport", { body: { fileId: theirs.fileId } });
    expect(preview).toEqual(refusal("fileId"));
  });

  it("a file that is already imported", async () => {
    const own = await company();
    const body = await importBody(own, { text: text() });
    await own.api.ok("createImport", { body });
    expect(await own.api.refused("createImport", { body })).toEqual(refusal("fileId"));
  });
});

describe("records of imports", () => {
  it("are listed newest first, filtered and sorted, and deleted; other companies do not see them", async () => {
    const own = await company();
    const { api } = own;
    const first = await anImport(own, { text: text(), name: "Veletrh Brno" });
    const second = await anImport(own, { text: text(), name: "Účtenky", source: "till" });
    const readIds = async (query: object) =>
      (await api.ok("listImports", { query: { ...query } })).items.map(({ id }) => id);
    expect(await api.ok("listImports")).toEqual({ items: [second, first], total: 2, page: 1, pageSize: 25 });
    expect(await readIds({ sort: "id" })).toEqual([first.id, second.id]);
    expect(await readIds({ sort: "-name" })).toEqual([first.id, second.id]);
    expect(await readIds({ idFrom: second.id })).toEqual([second.id]);
    expect(await readIds({ idTo: first.id })).toEqual([first.id]);
    expect(await readIds({ name: "ucten" })).toEqual([second.id]);
    expect(await readIds({ q: "till" })).toEqual([second.id]);
    expect(await readIds({ status: "failed" })).toEqual([]);
    expect(await api.refused("listImports", { query: { sort: "rows" } })).toEqual(refusal("sort"));
    const params = { import_id: first.id };
    for (const name of ["getImport", "deleteImport", "downloadRejectedRows"] as const) {
      expect(await other.api.refused(name, { params })).toMatchObject({ status: 404, message: "import" });
    }
    await api.ok("deleteImport", { params });
    expect(await api.refused("getImport", { params })).toMatchObject({ status: 404, message: "import" });
  });

  it("keep rejected rows for thirty days", async () => {
    const own = await company();
    const { id } = await anImport(own, { text: "email\nnobody\n" });
    own.clock.advance(days(31));
    const ask = () => own.api.refused("downloadRejectedRows", { params: { import_id: id } });
    expect(await ask()).toMatchObject({ status: 410, code: "expired", message: "import" });
    await sweepImports(own.app.db, own.clock.now());
    expect(await ask()).toMatchObject({ status: 410 });
    const left = await own.app.db.sql`select from import_problem where tenant_id = ${own.tenantId}`;
    expect(left).toHaveLength(0);
    expect((await own.api.ok("getImport", { params: { import_id: id } })).result).toMatchObject({
      invalid: 1,
      problems: [{ row: 2, column: "email", code: "invalid" }],
    });
  });

  it("do not keep the uploaded file", async () => {
    const own = await company();
    await anImport(own, { text: text() });
    const { db } = own.ctx;
    for (const table of ["stored_file", "stored_file_part", "import_file", "import_batch"]) {
      expect(await db.sql`select from ${db.sql(table)} where tenant_id = ${db.tenantId}`).toHaveLength(0);
    }
  });
});

describe("drafts", () => {
  it("are stored, replaced as a whole, and deleted by the import created from them", async () => {
    holdClock();
    const own = await company();
    const { api, shopId, clock } = own;
    const { fileId, ...rest } = await importBody(own, { text: text() });
    const state = { mapping: [{ column: "email", target: "email" }] };
    const draft = await api.ok("createImportDraft", {
      body: { name: "D", source: "s", step: 2, state, fileId, shopId },
    });
    const at = clock.now().toISOString();
    const wanted = {
      id: draft.id,
      name: "D",
      source: "s",
      step: 2,
      state,
      fileId,
      shopId,
      createdAt: at,
      updatedAt: at,
    };
    expect(draft).toEqual(wanted);
    const params = { import_id: draft.id };
    expect(await api.ok("getImportDraft", { params })).toEqual(wanted);
    clock.advance(1000);
    expect(await api.ok("replaceImportDraft", { params, body: { name: "E", step: 3 } })).toEqual({
      ...wanted,
      name: "E",
      source: "",
      step: 3,
      state: {},
      fileId: null,
      shopId: null,
      updatedAt: clock.now().toISOString(),
    });
    await api.ok("createImport", { body: { ...rest, fileId, draftId: draft.id } });
    expect(await api.refused("getImportDraft", { params })).toMatchObject({ status: 404, message: "draft" });
    expect(await api.refused("replaceImportDraft", { params, body: {} })).toMatchObject({ status: 404 });
  });

  it("are read without a file that is gone", async () => {
    const { api, ctx } = one;
    const { fileId } = await api.ok("uploadImportFile", { body: { text: text() } });
    const { id } = await api.ok("createImportDraft", { body: { name: "D", fileId } });
    expect(await api.ok("getImportDraft", { params: { import_id: id } })).toMatchObject({ fileId });
    await deleteFile(ctx.db, fileId);
    expect(await api.ok("getImportDraft", { params: { import_id: id } })).toMatchObject({ fileId: null });
  });

  it("refuse unknown references and those of another company", async () => {
    const { api } = one;
    const theirs = await other.api.ok("createImportDraft", { body: { name: "D" } });
    const params = { import_id: theirs.id };
    expect(await api.refused("getImportDraft", { params })).toMatchObject({ status: 404, message: "draft" });
    expect(await api.refused("replaceImportDraft", { params, body: {} })).toMatchObject({ status: 404 });
    const file = await other.api.ok("uploadImportFile", { body: { text: text() } });
    const ask = async (body: object) => (await api.refused("createImportDraft", { body })).message;
    expect(await ask({ fileId: file.fileId })).toBe("fileId");
    expect(await ask({ shopId: other.shopId })).toBe("shopId");
    expect(await ask({ step: "one" })).toBe("step");
    expect(await ask({ state: "open" })).toBe("state");
  });
});
