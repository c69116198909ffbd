import { inTransaction, type Context } from "../../../context.ts";
import { conflict } from "../../../kernel/errors.ts";
import { requireFolder } from "../file-folders/service.ts";
import * as blobQueries from "./blob-queries.ts";
import { blobName, hashOf } from "./blobs.ts";
import { inspect, type Inspected } from "./inspect/inspect.ts";
import { makeKey } from "./key.ts";
import * as queries from "./queries.ts";
import { get } from "./service.ts";
import type { Origin } from "./shapes.ts";

export type NewFile = {
  bytes: Buffer;
  /** Without a path. */
  name: string;
  folderId: string | null;
  origin: { kind: Origin; url?: string; author?: string };
};

/** The one way into the file manager. Content is in the store before the file is there for anybody. */
export async function keepFile(ctx: Context, file: NewFile) {
  await requireFolder(ctx, file.folderId);
  await requireRoom(ctx, file.bytes.length);
  const inspected = await inspect(file.bytes, file.name);
  const hash = await storeContent(ctx, inspected);
  return inTransaction(ctx, async (inner) => {
    await requireFolder(inner, file.folderId);
    if (!(await blobQueries.useBlob(inner.db, hash))) throw new Error("the content was swept before it was used");
    const { name, mediaType, kind, width, height } = inspected;
    const { kind: origin, url: originUrl = null, author: originAuthor = null } = file.origin;
    const place = { key: makeKey(inner.db.tenantId), folderId: file.folderId };
    const content = { name, mediaType, kind, hash, width, height };
    const write = { ...place, ...content, origin, originUrl, originAuthor };
    const id = await queries.insertFile(inner.db, write, inner.clock.now());
    return get(inner, id);
  });
}

async function requireRoom({ db, files }: Context, size: number): Promise<void> {
  const used = await queries.sumSizes(db);
  if (used + size > files.quotaBytes) throw conflict("limit", { quotaBytes: files.quotaBytes, usedBytes: used });
}

/** The recorded row holds the sweep off for a day, however long the writing takes. */
async function storeContent({ db, files: { store }, clock }: Context, inspected: Inspected): Promise<Buffer> {
  const { bytes, copies } = inspected;
  const hash = hashOf(bytes);
  const byWidth = copies?.byWidth ?? new Map<number, Buffer>();
  const widths = [...byWidth.keys()];
  const copyType = widths.length === 0 ? null : (copies?.mediaType ?? null);
  await blobQueries.reserveBlob(db, { hash, size: bytes.length, widths, copyType }, clock.now());
  for (const [width, copy] of byWidth) await storeOnce(store, blobName(db.tenantId, hash, width), copy);
  await storeOnce(store, blobName(db.tenantId, hash), bytes);
  return hash;
}

async function storeOnce(store: Context["files"]["store"], name: string, bytes: Buffer): Promise<void> {
  if (!(await store.has(name))) await store.write(name, bytes);
}
