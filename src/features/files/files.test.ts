import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { aCampaign } from "../../../tests/harness/factories/campaign-events.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aJpeg, aPdf, aPng } from "../../../tests/harness/factories/binary-files.ts";
import { aFile, uploadFile } from "../../../tests/harness/factories/uploaded-files.ts";
import { hours } from "../../kernel/local-time.ts";
import { blobName, hashBytes, sweepFiles } from "./blobs.ts";

const error = (code: string, message: string, params: unknown = expect.any(Object)) => ({
  error: { code, message, params },
});
const missing = { status: 404, code: "not_found", message: "file", params: {} };

const aFolder = async ({ api }: TestCompany, name: string) => (await api.ok("createFileFolder", { body: { name } })).id;

const onDisk = ({ app, tenantId }: TestCompany, bytes: Buffer, width?: number) =>
  existsSync(path.join(app.config.dataDir, "files", blobName(tenantId, hashBytes(bytes), width)));

describe("an upload", () => {
  it("returns the file with its public URL", async () => {
    holdClock();
    const own = await company();
    const folderId = await aFolder(own, "Photos");
    const bytes = await aPng(500, 300);
    const file = await aFile(own, { bytes, name: "Léto.png", before: { folderId } });
    const at = own.clock.now().toISOString();
    expect(file).toEqual({
      id: file.id,
      name: "Léto.png",
      folderId,
      type: "image",
      mediaType: "image/png",
      size: bytes.length,
      width: 500,
      height: 300,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:8080\/files\/[0-9a-z]+-[\w-]{22}$/),
      thumbnailUrl: `${file.url}?w=400`,
      widths: [400],
      origin: { kind: "upload", url: null, author: null },
      createdAt: at,
      updatedAt: at,
      pickedAt: null,
    });
    expect(await own.api.ok("getFile", { params: { asset_id: file.id } })).toEqual({ ...file, usedIn: [] });
    expect([onDisk(own, bytes), onDisk(own, bytes, 400)]).toEqual([true, true]);
  });

  it("reads name and folder from fields before and after the file", async () => {
    const own = await company();
    const folderId = await aFolder(own, "Terms");
    const file = await aFile(own, { bytes: aPdf(), name: "x.pdf", before: { name: "Terms" }, after: { folderId } });
    expect(file).toMatchObject({ name: "Terms.pdf", folderId, type: "document", thumbnailUrl: null, width: null });
  });

  it.each([
    ["../../../etc/passwd.png", "passwd.png"],
    ["C:\\fakepath\\photo.png", "photo.png"],
    ["..", "file.png"],
    [".htaccess", "htaccess.png"],
    ["\u202Egnp.exe", "gnp.exe.png"],
    ["a\u0000b.png", "a b.png"],
    [`${"x".repeat(300)}.png`, expect.stringMatching(/^x{150,199}/)],
  ])("sanitizes the name %j", async (name, kept) => {
    const own = await company();
    expect((await aFile(own, { bytes: await aPng(), name })).name).toEqual(kept);
  });

  it.each([
    ["name", { name: "../evil.png" }],
    ["name", { name: "x".repeat(201) }],
    ["folderId", { folderId: "abc" }],
    ["folderId", { folderId: "999999" }],
  ])("rejects the field %s", async (field, before) => {
    const own = await company();
    const { status, body } = await uploadFile(own, { bytes: await aPng(), before });
    expect({ status, body }).toEqual({ status: 400, body: error("validation", field) });
  });

  it("detects the type from the content, not from the declared media type", async () => {
    const own = await company();
    const page = { bytes: "<html><script>alert(1)</script></html>", name: "a.png", mediaType: "image/png" };
    expect(await uploadFile(own, page)).toMatchObject({
      status: 400,
      body: error("validation", "file", { reason: "type" }),
    });
    const drawing = { bytes: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', name: "a.svg" };
    expect(await uploadFile(own, drawing)).toMatchObject({
      status: 400,
      body: error("validation", "file", { reason: "active" }),
    });
    expect(await own.api.ok("listFiles")).toMatchObject({ total: 0 });
  });

  it("answers 413 over 20 MB, 400 without a file and for a malformed form", async () => {
    const own = await company();
    const tooLarge = await uploadFile(own, { bytes: Buffer.alloc(20 * 1_048_576 + 1, "a"), name: "a.txt" });
    expect(tooLarge).toMatchObject({ status: 413, body: error("validation", "size") });
    const elsewhere = await uploadFile(own, { bytes: "x", part: "picture" });
    expect(elsewhere).toMatchObject({ status: 400, body: error("validation", "file") });
    const broken = await own.server.inject({
      method: "POST",
      url: `/api/v1/tenants/${own.tenant}/files`,
      headers: { authorization: `Bearer ${own.apiKey}`, "content-type": "multipart/form-data; boundary=x" },
      payload: "--x\r\nContent-Disposition: form-data; name=",
    });
    expect(broken.statusCode).toBe(400);
  });

  it("answers 409 when the storage limit of the company is reached", async () => {
    const own = await company({ FILES_QUOTA_MB: "1" });
    const text = (letter: string) => ({ bytes: Buffer.alloc(600_000, letter), name: "a.txt" });
    await aFile(own, text("a"));
    const { status, body } = await uploadFile(own, text("b"));
    const room = { quotaBytes: 1_048_576, usedBytes: 600_000 };
    expect({ status, body }).toEqual({ status: 409, body: error("conflict", "limit", room) });
  });

  it("answers 403 for a read-only key and 404 for a folder of another company", async () => {
    const own = await company();
    const other = await company();
    const folderId = await aFolder(other, "Theirs");
    const foreign = await uploadFile(own, { bytes: await aPng(), before: { folderId } });
    expect(foreign).toMatchObject({ status: 400, body: error("validation", "folderId") });
  });
});

describe("the list of files", () => {
  it("filters by folder, kind and search, and sorts", async () => {
    const own = await company();
    const folderId = await aFolder(own, "Photos");
    const photo = await aFile(own, { bytes: await aJpeg(50, 50), name: "Žlutý kůň.jpg", before: { folderId } });
    own.clock.advance(1000);
    const terms = await aFile(own, { bytes: aPdf(), name: "Terms.pdf" });
    own.clock.advance(1000);
    const logo = await aFile(own, { bytes: await aPng(), name: "logo.png" });
    const ids = async (query: Record<string, unknown>) =>
      (await own.api.ok("listFiles", { query })).items.map(({ id }) => id);
    expect(await ids({})).toEqual([logo.id, terms.id, photo.id]);
    expect(await ids({ folder: folderId })).toEqual([photo.id]);
    expect(await ids({ folder: "root" })).toEqual([logo.id, terms.id]);
    expect(await ids({ type: "document" })).toEqual([terms.id]);
    expect(await ids({ q: "KUN" })).toEqual([photo.id]);
    expect(await ids({ sort: "name" })).toEqual([logo.id, terms.id, photo.id]);
    await own.api.ok("pickFile", { params: { asset_id: terms.id } });
    expect(await ids({ sort: "-pickedAt", pageSize: 1 })).toEqual([terms.id]);
  });

  it.each([
    ["folder", "first"],
    ["type", "video"],
    ["sort", "key"],
  ])("rejects %s=%s", async (name, value) => {
    const { api } = await company();
    const refusal = await api.refused("listFiles", { query: { [name]: value } });
    expect(refusal).toEqual({ status: 400, code: "validation", message: name, params: expect.any(Object) });
  });
});

describe("a file", () => {
  it("is renamed with the extension of its type, and moved", async () => {
    holdClock();
    const own = await company();
    const folderId = await aFolder(own, "Photos");
    const file = await aFile(own, { bytes: await aPng() });
    const params = { asset_id: file.id };
    own.clock.advance(1000);
    const renamed = await own.api.ok("updateFile", { params, body: { name: " Logo.html ", folderId } });
    const updatedAt = own.clock.now().toISOString();
    expect(renamed).toEqual({ ...file, name: "Logo.html.png", folderId, updatedAt });
    expect(await own.api.ok("updateFile", { params, body: { folderId: null } })).toMatchObject({ folderId: null });
    for (const [field, body] of [
      ["name", { name: "a/b.png" }],
      ["name", { name: "..\\b" }],
      ["name", { name: "" }],
      ["folderId", { folderId: "999999" }],
      ["folderId", { folderId: 5 }],
    ] as const) {
      const refusal = await own.api.refused("updateFile", { params, body });
      expect(refusal).toEqual({ status: 400, code: "validation", message: field, params: expect.any(Object) });
    }
  });

  it("stores when it was picked", async () => {
    holdClock();
    const own = await company();
    const file = await aFile(own, { bytes: await aPng() });
    const picked = await own.api.ok("pickFile", { params: { asset_id: file.id } });
    expect(picked).toEqual({ ...file, pickedAt: own.clock.now().toISOString() });
  });

  it("cannot be deleted while content references it", async () => {
    const own = await company();
    const file = await aFile(own, { bytes: await aPng() });
    const element = await own.api.ok("createEditorElement", {
      body: { name: "Head", kind: "block", mjml: `<mj-image src="${file.url}?w=400" />` },
    });
    const list = await own.aList({ signatureHtml: `<img src="${file.url}">` });
    const params = { asset_id: file.id };
    const usedIn = [
      { kind: "editor_element", id: element.id, name: "Head" },
      { kind: "list", id: list.id, name: list.name },
    ];
    expect(await own.api.ok("getFile", { params })).toEqual({ ...file, usedIn });
    const refusal = await own.api.refused("deleteFile", { params });
    expect(refusal).toEqual({
      status: 409,
      code: "conflict",
      message: "used",
      params: { by: usedIn, editor_elementIds: [element.id], listIds: [list.id], usedIn },
    });
    await own.api.ok("deleteEditorElement", { params: { element_id: element.id } });
    await own.api.ok("deleteList", { params: { list_id: list.id } });
    await own.api.ok("deleteFile", { params });
    expect(await own.api.refused("getFile", { params })).toEqual(missing);
  });

  it("cannot be deleted if a sent campaign has it in its footer, even if the footer was deleted", async () => {
    const own = await company();
    const file = await aFile(own, { bytes: await aPng() });
    const html = `<img src="${file.url}">`;
    const id = await aCampaign(own, { name: "Sent", html, footerHtml: html });
    const usedIn = [{ kind: "campaign", id, name: "Sent" }];
    expect(await own.api.ok("getFile", { params: { asset_id: file.id } })).toEqual({ ...file, usedIn });
    const other = await aFile(own, { bytes: await aPng() });
    const only = await aCampaign(own, { name: "Footer", footerHtml: `<img src="${other.url}">` });
    const refusal = await own.api.refused("deleteFile", { params: { asset_id: other.id } });
    expect(refusal).toMatchObject({ message: "used", params: { usedIn: [{ kind: "campaign", id: only }] } });
  });

  it("is not found by another company", async () => {
    const own = await company();
    const theirs = await aFile(await company(), { bytes: await aPng() });
    const params = { asset_id: theirs.id };
    expect(await own.api.refused("getFile", { params })).toEqual(missing);
    expect(await own.api.refused("updateFile", { params, body: { name: "mine" } })).toEqual(missing);
    expect(await own.api.refused("deleteFile", { params })).toEqual(missing);
    expect(await own.api.refused("pickFile", { params })).toEqual(missing);
  });
});

describe("content", () => {
  const sweep = ({ app, clock }: TestCompany) => sweepFiles(app.db, app.services.files.store, clock);

  it("is deleted a day after its last file", async () => {
    const own = await company();
    const bytes = await aPng(450, 7);
    const first = await aFile(own, { bytes });
    const second = await aFile(own, { bytes, name: "again.png" });
    expect(first.url).not.toBe(second.url);
    await own.api.ok("deleteFile", { params: { asset_id: first.id } });
    own.clock.advance(hours(25));
    await sweep(own);
    expect(onDisk(own, bytes)).toBe(true);
    await own.api.ok("deleteFile", { params: { asset_id: second.id } });
    await sweep(own);
    expect(onDisk(own, bytes)).toBe(true);
    own.clock.advance(hours(25));
    await sweep(own);
    expect([onDisk(own, bytes), onDisk(own, bytes, 400)]).toEqual([false, false]);
    await aFile(own, { bytes });
    expect([onDisk(own, bytes), onDisk(own, bytes, 400)]).toEqual([true, true]);
  });

  it("that is deleted and uploaded again is kept", async () => {
    const own = await company();
    const bytes = await aPng(33, 7);
    const first = await aFile(own, { bytes });
    await own.api.ok("deleteFile", { params: { asset_id: first.id } });
    await aFile(own, { bytes });
    own.clock.advance(hours(25));
    await sweep(own);
    expect(onDisk(own, bytes)).toBe(true);
  });
});
