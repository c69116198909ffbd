import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { conflict, notFound, validation } from "../../../kernel/errors.ts";
import { pageOf, type Paging } from "../../../kernel/schema.ts";
import { requireFolder } from "../file-folders/service.ts";
import * as blobs from "./blob-queries.ts";
import { isPlainName, nameOf, typeNameOf } from "./inspect/names.ts";
import { presentFile } from "./present.ts";
import * as queries from "./queries.ts";
import type { FileChange } from "./shapes.ts";
import { listUses } from "./uses.ts";

export async function list(ctx: Context, query: queries.FileFilters & Paging & { sort?: string }) {
  const { page, pageSize, offset } = pageOf(query);
  const { total, rows } = await queries.listFiles(ctx.db, { ...query, limit: pageSize, offset });
  return { items: rows.map((row) => presentFile(ctx, row)), total, page, pageSize };
}

async function getRecord({ db }: Context, id: string): Promise<queries.FileRecord> {
  const found = await queries.findFile(db, id);
  if (found === undefined) throw notFound("file");
  return found;
}

export const get = async (ctx: Context, id: string) => presentFile(ctx, await getRecord(ctx, id));

export async function getDetail(ctx: Context, id: string) {
  const file = await getRecord(ctx, id);
  return { ...presentFile(ctx, file), usedIn: await listUses(ctx.db, file.key) };
}

export async function update(ctx: Context, id: string, change: Static<typeof FileChange>) {
  return inTransaction(ctx, async (inner) => {
    await queries.lockFile(inner.db, id);
    const file = await getRecord(inner, id);
    const folderId = change.folderId === undefined ? file.folderId : change.folderId;
    await requireFolder(inner, folderId);
    const name = change.name === undefined ? file.name : renamed(change.name.trim(), file.mediaType);
    await queries.updateFile(inner.db, id, { name, folderId, updatedAt: inner.clock.now() });
    return get(inner, id);
  });
}

/** Whatever the new name, its extension says what the file is. */
export function renamed(name: string, mediaType: string): string {
  const type = typeNameOf(mediaType.split(";")[0] ?? "");
  if (type === undefined || !isPlainName(name)) throw validation("name");
  return nameOf(name, type);
}

export async function remove(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    await queries.lockFile(inner.db, id);
    const { key, hash } = await getRecord(inner, id);
    const usedIn = await listUses(inner.db, key);
    if (usedIn.length > 0) throw conflict("used", { usedIn });
    await queries.deleteFile(inner.db, id);
    await blobs.releaseBlob(inner.db, hash, inner.clock.now());
  });
}

export async function pick(ctx: Context, id: string) {
  if (!(await queries.markPicked(ctx.db, id, ctx.clock.now()))) throw notFound("file");
  return get(ctx, id);
}
