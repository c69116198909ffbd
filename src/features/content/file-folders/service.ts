import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { refuseTakenName } from "../../../db/names.ts";
import { conflict, notFound, validation } from "../../../kernel/errors.ts";
import * as queries from "./queries.ts";
import type { FileFolder, FileFolderChange, FileFolderInput } from "./shapes.ts";
import { depthOf, heightOf, isWithin } from "./tree.ts";

const maxFolders = 1000;
const maxDepth = 8;

export async function list({ db }: Context) {
  const folders = await queries.listFolders(db);
  return { items: folders.map((folder) => present(folder, folders)) };
}

function present(folder: queries.FolderRecord, folders: readonly queries.FolderRecord[]): Static<typeof FileFolder> {
  return {
    ...folder,
    depth: depthOf(folders, folder.id),
    createdAt: folder.createdAt.toISOString(),
    updatedAt: folder.updatedAt.toISOString(),
  };
}

async function getAmong({ db }: Context, id: string) {
  const folders = await queries.listFolders(db);
  const folder = folders.find((candidate) => candidate.id === id);
  if (folder === undefined) throw notFound("folder");
  return { folder, folders };
}

async function get(ctx: Context, id: string) {
  const { folder, folders } = await getAmong(ctx, id);
  return present(folder, folders);
}

/** A name that leads nowhere: folders are shown as paths. */
function nameOf(name: string): string {
  const trimmed = name.trim();
  if (/[/\\]/.test(trimmed) || trimmed === "." || trimmed === "..") throw validation("name");
  return trimmed;
}

export async function create(ctx: Context, input: Static<typeof FileFolderInput>) {
  const folder = { name: nameOf(input.name), parentId: input.parentId ?? null };
  return refuseTakenName(
    inTransaction(ctx, async (inner) => {
      await queries.lockFolders(inner.db);
      const folders = await queries.listFolders(inner.db);
      if (folders.length >= maxFolders) throw conflict("limit", { limit: maxFolders });
      requireParent(folders, folder.parentId);
      if (depthOf(folders, folder.parentId) >= maxDepth) throw validation("parentId", { reason: "depth" });
      return get(inner, await queries.insertFolder(inner.db, folder, inner.clock.now()));
    }),
  );
}

function requireParent(folders: readonly queries.FolderRecord[], parentId: string | null): void {
  if (parentId !== null && !folders.some(({ id }) => id === parentId)) throw validation("parentId");
}

export async function update(ctx: Context, id: string, change: Static<typeof FileFolderChange>) {
  return refuseTakenName(
    inTransaction(ctx, async (inner) => {
      await queries.lockFolders(inner.db);
      const { folder, folders } = await getAmong(inner, id);
      const name = change.name === undefined ? folder.name : nameOf(change.name);
      const parentId = change.parentId === undefined ? folder.parentId : change.parentId;
      requireParent(folders, parentId);
      if (isWithin(folders, parentId, id)) throw validation("parentId", { reason: "cycle" });
      if (depthOf(folders, parentId) + heightOf(folders, id) > maxDepth) {
        throw validation("parentId", { reason: "depth" });
      }
      await queries.updateFolder(inner.db, id, { name, parentId, updatedAt: inner.clock.now() });
      return get(inner, id);
    }),
  );
}

export async function remove(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    await queries.lockFolders(inner.db);
    await queries.closeFolder(inner.db, id);
    const { folder, folders } = await getAmong(inner, id);
    const below = folders.filter(({ parentId }) => parentId === id).length;
    if (folder.files > 0 || below > 0) throw conflict("not_empty", { files: folder.files, folders: below });
    await queries.deleteFolder(inner.db, id);
  });
}

/** For whoever puts a file into a folder: it stays until the transaction ends. */
export async function requireFolder({ db }: Context, folderId: string | null): Promise<void> {
  if (folderId !== null && !(await queries.holdFolder(db, folderId))) throw validation("folderId");
}
