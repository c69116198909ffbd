import { inTransaction, sandboxOf, type Context } from "../../context.ts";
import { conflict } from "../../kernel/errors.ts";
import { checkFolder, requireFolder } from "./folders/service.ts";
import * as blobQueries from "./blob.queries.ts";
import { blobName, hashBytes } from "./blobs.ts";
import { inspectFile, type InspectedFile } from "./inspect/inspect.ts";
import { createCompanyKey } from "../../kernel/company-key.ts";
import * as queries from "./queries.ts";
import { getFile } from "./service.ts";
import type { FileOrigin } from "./shapes.ts";

export type NewFile = {
  bytes: Buffer;
  /** The name without folders. */
  name: string;
  folderId: string | null;
  origin: { kind: FileOrigin; url?: string; author?: string };
};

/** The only way to add a file. The content is stored before the file row becomes visible. */
export async function storeFile(ctx: Context, file: NewFile) {
  await checkFolder(ctx, file.folderId);
  await requireQuota(ctx, file.bytes.length);
  const inspected = await inspectFile(sandboxOf(ctx), file.bytes, file.name);
  const hash = await storeBlobs(ctx, inspected);
  return inTransaction(ctx, async (inner) => {
    await requireFolder(inner, file.folderId);
    if (!(await blobQueries.markBlobUsed(inner.db, hash))) throw new Error("the content was swept before it was used");
    const { name, mediaType, kind, width, height } = inspected;
    const { kind: origin, url: originUrl = null, author: originAuthor = null } = file.origin;
    const location = { key: createCompanyKey(inner.db.tenantId), folderId: file.folderId };
    const content = { name, mediaType, kind, hash, width, height };
    const write = { ...location, ...content, origin, originUrl, originAuthor };
    const id = await queries.insertFile(inner.db, write, inner.clock.now());
    inner.db.created(id);
    return getFile(inner, id);
  });
}

async function requireQuota({ db, files }: Context, size: number): Promise<void> {
  const used = await queries.sumSizes(db);
  if (used + size > files.quotaBytes) throw conflict("limit", { quotaBytes: files.quotaBytes, usedBytes: used });
}

/** The row protects the content from the sweep for a day, longer than any write takes. */
async function storeBlobs({ db, files: { store }, clock }: Context, inspected: InspectedFile): Promise<Buffer> {
  const { bytes, copies } = inspected;
  const hash = hashBytes(bytes);
  const byWidth = copies?.byWidth ?? new Map<number, Buffer>();
  const widths = [...byWidth.keys()];
  const copyType = widths.length === 0 ? null : (copies?.mediaType ?? null);
  // Staged: the transaction that adds the file belongs to the entry of the audit log.
  await blobQueries.reserveBlob(db.withRow(undefined), { hash, size: bytes.length, widths, copyType }, clock.now());
  for (const [width, copy] of byWidth) await writeIfMissing(store, blobName(db.tenantId, hash, width), copy);
  await writeIfMissing(store, blobName(db.tenantId, hash), bytes);
  return hash;
}

async function writeIfMissing(store: Context["files"]["store"], name: string, bytes: Buffer): Promise<void> {
  if (!(await store.has(name))) await store.write(name, bytes);
}
