import type { Static } from "typebox";
import { inTransaction, type Context } from "../../context.ts";
import { accepts } from "../../kernel/accepts.ts";
import { notFound, rejectIfReferred, validation } from "../../kernel/errors.ts";
import { toPage, type Paging } from "../../kernel/schema.ts";
import { requireFolder } from "./folders/service.ts";
import * as blobs from "./blob.queries.ts";
import { isSanitizedFileName, withTypeExtension, typeOfMediaType } from "./inspect/file-names.ts";
import { presentFile } from "./present.ts";
import * as queries from "./queries.ts";
import type { FileChange } from "./shapes.ts";
import { listFileUses } from "./file-use.queries.ts";
import { allFileReferences } from "./file-hooks.ts";

export async function listFiles(ctx: Context, query: queries.FileFilters & Paging & { sort?: string }) {
  const { page, pageSize, offset } = toPage(query);
  const { total, rows } = await queries.listFiles(ctx.db, { ...query, limit: pageSize, offset });
  return { items: rows.map((row) => presentFile(ctx, row)), total, page, pageSize };
}

async function getFileRecord({ db }: Context, id: string): Promise<queries.FileRecord> {
  const found = await queries.findFile(db, id);
  if (found === undefined) throw notFound("file");
  return found;
}

export const getFile = async (ctx: Context, id: string) => presentFile(ctx, await getFileRecord(ctx, id));

const listUses = (ctx: Context, key: string) => listFileUses(ctx.db, allFileReferences(ctx, ctx.db.tenantId, key));

export async function getFileDetail(ctx: Context, id: string) {
  const file = await getFileRecord(ctx, id);
  return { ...presentFile(ctx, file), usedIn: await listUses(ctx, file.key) };
}

export async function updateFile(ctx: Context, id: string, change: Static<typeof FileChange>) {
  return inTransaction(ctx, async (inner) => {
    await queries.lockFile(inner.db, id);
    const file = await getFileRecord(inner, id);
    const folderId = change.folderId === undefined ? file.folderId : change.folderId;
    await requireFolder(inner, folderId);
    const name = change.name === undefined ? file.name : newFileName(change.name.trim(), file.mediaType);
    await queries.updateFile(inner.db, id, { name, folderId, updatedAt: inner.clock.now() });
    return getFile(inner, id);
  });
}

/** The new name keeps the extension of the file's type. */
export function newFileName(name: string, mediaType: string): string {
  const type = typeOfMediaType(mediaType.split(";")[0] ?? "");
  if (type === undefined || !isSanitizedFileName(name)) throw validation("name", accepts.fileName);
  return withTypeExtension(name, type);
}

export async function deleteFile(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    await queries.lockFile(inner.db, id);
    const { key, hash } = await getFileRecord(inner, id);
    const usedIn = await listUses(inner, key);
    rejectIfReferred(usedIn, { usedIn });
    await queries.deleteFile(inner.db, id);
    await blobs.releaseBlob(inner.db, hash, inner.clock.now());
  });
}

export async function markFilePicked(ctx: Context, id: string) {
  if (!(await ctx.db.transaction((db) => queries.markPicked(db, id, ctx.clock.now())))) throw notFound("file");
  return getFile(ctx, id);
}
