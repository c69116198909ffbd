import { expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { aFile } from "../../../../tests/harness/factories/uploaded-files.ts";
import { aPng } from "../../../../tests/harness/factories/binary-files.ts";

const aFolder = ({ api }: TestCompany, name: string, parentId: string | null = null) =>
  api.ok("createFileFolder", { body: { name, parentId } });

const conflict = (message: string, params = {}) => ({ status: 409, code: "conflict", message, params });
const invalid = (message: string, params: unknown = expect.any(Object)) => ({
  status: 400,
  code: "validation",
  message,
  params,
});

it("lists a tree of folders by name", async () => {
  holdClock();
  const own = await company();
  const top = await aFolder(own, " Photos ");
  const below = await aFolder(own, "Summer", top.id);
  const at = own.clock.now().toISOString();
  expect(below).toEqual({
    id: below.id,
    name: "Summer",
    parentId: top.id,
    depth: 2,
    files: 0,
    createdAt: at,
    updatedAt: at,
  });
  await aFolder(own, "archive");
  await aFile(own, { bytes: await aPng(), before: { folderId: top.id } });
  const { items } = await own.api.ok("listFileFolders");
  expect(items.map(({ name, depth, files }) => [name, depth, files])).toEqual([
    ["archive", 1, 0],
    ["Photos", 1, 1],
    ["Summer", 2, 0],
  ]);
});

it("requires unique names in a folder, ignoring case", async () => {
  const own = await company();
  const top = await aFolder(own, "Photos");
  await aFolder(own, "photos", top.id);
  const again = { name: "PHOTOS", parentId: null };
  expect(await own.api.refused("createFileFolder", { body: again })).toEqual(conflict("name"));
  const other = await aFolder(own, "Other");
  const params = { folder_id: other.id };
  expect(await own.api.refused("updateFileFolder", { params, body: { name: "Photos" } })).toEqual(conflict("name"));
});

it("renames and moves, but not into itself and not too deep", async () => {
  const own = await company();
  const chain = [await aFolder(own, "1")];
  for (let depth = 2; depth <= 8; depth += 1) chain.push(await aFolder(own, String(depth), chain.at(-1)?.id ?? null));
  const [first, second] = chain;
  const last = chain.at(-1);
  const tooDeep = { name: "9", parentId: last?.id };
  expect(await own.api.refused("createFileFolder", { body: tooDeep })).toEqual(
    invalid("parentId", { reason: "depth", max: 8, unit: "levels" }),
  );
  const params = { folder_id: first?.id ?? "" };
  for (const parentId of [first?.id, last?.id]) {
    const refusal = await own.api.refused("updateFileFolder", { params, body: { parentId } });
    expect(refusal).toEqual(invalid("parentId", { reason: "cycle", pattern: "a folder outside this one" }));
  }
  const root = await aFolder(own, "root");
  const deeper = await own.api.refused("updateFileFolder", { params, body: { parentId: root.id } });
  expect(deeper).toEqual(invalid("parentId", { reason: "depth", max: 8, unit: "levels" }));
  const moved = await own.api.ok("updateFileFolder", {
    params: { folder_id: second?.id ?? "" },
    body: { parentId: null, name: "Two" },
  });
  expect(moved).toMatchObject({ name: "Two", parentId: null, depth: 1 });
});

it.each(["", "  ", "a/b", "a\\b", "..", ".", "a\nb", "x".repeat(201)])("rejects the name %j", async (name) => {
  const { api } = await company();
  expect(await api.refused("createFileFolder", { body: { name } })).toEqual(invalid("name"));
});

it("deletes only empty folders", async () => {
  const own = await company();
  const top = await aFolder(own, "Photos");
  const below = await aFolder(own, "Summer", top.id);
  const file = await aFile(own, { bytes: await aPng(), before: { folderId: top.id } });
  const params = { folder_id: top.id };
  const full = await own.api.refused("deleteFileFolder", { params });
  expect(full).toEqual(conflict("not_empty", { files: 1, folders: 1 }));
  await own.api.ok("deleteFileFolder", { params: { folder_id: below.id } });
  await own.api.ok("deleteFile", { params: { asset_id: file.id } });
  await own.api.ok("deleteFileFolder", { params });
  expect((await own.api.refused("deleteFileFolder", { params })).status).toBe(404);
  expect(await own.api.ok("listFileFolders")).toEqual({ items: [] });
});

it("finds no folder of another company", async () => {
  const own = await company();
  const other = await company();
  const theirs = await aFolder(other, "Theirs");
  const missing = { status: 404, code: "not_found", message: "folder", params: {} };
  const params = { folder_id: theirs.id };
  expect(await own.api.refused("updateFileFolder", { params, body: { name: "Mine" } })).toEqual(missing);
  expect(await own.api.refused("deleteFileFolder", { params })).toEqual(missing);
  const body = { name: "Mine", parentId: theirs.id };
  expect(await own.api.refused("createFileFolder", { body })).toEqual(invalid("parentId"));
  expect(await own.api.ok("listFileFolders")).toEqual({ items: [] });
});

it("moves two folders into each other concurrently without a cycle", async () => {
  const own = await company();
  const [left, right] = [await aFolder(own, "left"), await aFolder(own, "right")];
  const move = (id: string, parentId: string) =>
    own.api.call("updateFileFolder", { params: { folder_id: id }, body: { parentId } });
  const answers = await Promise.all([move(left.id, right.id), move(right.id, left.id)]);
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "400"]);
});
