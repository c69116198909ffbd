import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { conflictOnTakenName } from "../../../db/unique-names.ts";
import { accepts, existing } from "../../../kernel/accepts.ts";
import { conflict, notFound, validation } from "../../../kernel/errors.ts";
import * as queries from "./queries.ts";
import type { FileFolder, FileFolderChange, FileFolderInput } from "./shapes.ts";
import { depthOf, heightOf, isWithin } from "./tree.ts";

const maxFolders = 1000;
const maxDepth = 8;

export async function listFolders({ db }: Context) {
  const folders = await queries.listFolders(db);
  return { items: folders.map((folder) => presentFolder(folder, folders)) };
}

function presentFolder(
  folder: queries.FolderRecord,
  folders: readonly queries.FolderRecord[],
): Static<typeof FileFolder> {
  return {
    ...folder,
    depth: depthOf(folders, folder.id),
    createdAt: folder.createdAt.toISOString(),
    updatedAt: folder.updatedAt.toISOString(),
  };
}

async function getFolderInTree({ db }: Context, id: string) {
  const folders = await queries.listFolders(db);
  const folder = folders.find((candidate) => candidate.id === id);
  if (folder === undefined) throw notFound("folder");
  return { folder, folders };
}

async function getFolder(ctx: Context, id: string) {
  const { folder, folders } = await getFolderInTree(ctx, id);
  return presentFolder(folder, folders);
}

/** Rejects names with path syntax: folders are shown as paths. */
function validateFolderName(name: string): string {
  const trimmed = name.trim();
  if (/[/\\]/.test(trimmed) || trimmed === "." || trimmed === "..") throw validation("name", accepts.folderName);
  return trimmed;
}

export async function createFolder(ctx: Context, input: Static<typeof FileFolderInput>) {
  const folder = { name: validateFolderName(input.name), parentId: input.parentId ?? null };
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      await queries.lockFolderTree(inner.db);
      const folders = await queries.listFolders(inner.db);
      if (folders.length >= maxFolders) throw conflict("limit", { limit: maxFolders });
      requireParent(folders, folder.parentId);
      if (depthOf(folders, folder.parentId) >= maxDepth)
        throw validation("parentId", { reason: "depth", max: maxDepth, unit: "levels" });
      const id = await queries.insertFolder(inner.db, folder, inner.clock.now());
      inner.db.created(id);
      return getFolder(inner, id);
    }),
  );
}

function requireParent(folders: readonly queries.FolderRecord[], parentId: string | null): void {
  if (parentId !== null && !folders.some(({ id }) => id === parentId)) throw validation("parentId", existing("folder"));
}

export async function updateFolder(ctx: Context, id: string, change: Static<typeof FileFolderChange>) {
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      await queries.lockFolderTree(inner.db);
      const { folder, folders } = await getFolderInTree(inner, id);
      const name = change.name === undefined ? folder.name : validateFolderName(change.name);
      const parentId = change.parentId === undefined ? folder.parentId : change.parentId;
      requireParent(folders, parentId);
      if (isWithin(folders, parentId, id)) throw validation("parentId", { reason: "cycle", ...accepts.outsideFolder });
      if (depthOf(folders, parentId) + heightOf(folders, id) > maxDepth) {
        throw validation("parentId", { reason: "depth", max: maxDepth, unit: "levels" });
      }
      await queries.updateFolder(inner.db, id, { name, parentId, updatedAt: inner.clock.now() });
      return getFolder(inner, id);
    }),
  );
}

export async function deleteFolder(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    await queries.lockFolderTree(inner.db);
    await queries.lockFolderForUpdate(inner.db, id);
    const { folder, folders } = await getFolderInTree(inner, id);
    const below = folders.filter(({ parentId }) => parentId === id).length;
    if (folder.files > 0 || below > 0) throw conflict("not_empty", { files: folder.files, folders: below });
    await queries.deleteFolder(inner.db, id);
  });
}

/** For adding a file to a folder: prevents deletion of the folder until the transaction ends. */
export async function requireFolder({ db }: Pick<Context, "db">, folderId: string | null): Promise<void> {
  if (folderId !== null && !(await queries.lockFolderForKeyShare(db, folderId)))
    throw validation("folderId", existing("folder"));
}

/** The same before slow work, which the transaction follows. Without the row of the audit log: the check locks nothing for long. */
export const checkFolder = ({ db }: Pick<Context, "db">, folderId: string | null): Promise<void> =>
  requireFolder({ db: db.withRow(undefined) }, folderId);
