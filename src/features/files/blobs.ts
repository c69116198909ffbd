import { createHash } from "node:crypto";
import { Type } from "typebox";
import type { Clock } from "../../kernel/clock.ts";
import type { SystemDb, TenantDb } from "../../db/tenant.ts";
import { defineJob } from "../../jobs/job.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import type { BlobStore } from "../../storage/blobs.ts";
import * as queries from "./blob.queries.ts";

export const hashBytes = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

/** Path in the store: by content hash; a smaller copy also by width. */
export function blobName(tenantId: string, hash: Buffer, width?: number): string {
  const hex = hash.toString("hex");
  return `${tenantId}/${hex.slice(0, 2)}/${hex}${width === undefined ? "" : `-${width}`}`;
}

/** Runs nightly: deletes content that no file has used for a day. */
export const fileSweepJob = defineJob({
  name: "files.sweep",
  payload: Type.Object({}),
  retryLimit: 3,
  retryDelayS: 300,
  expireMinutes: 60,
  schedule: "25 1 * * *",
});

const batchSize = 500;

export async function sweepFiles(db: SystemDb, store: BlobStore, clock: Clock): Promise<number> {
  const before = addMs(clock.now(), -days(1));
  let swept = 0;
  for (;;) {
    const unused = await queries.listUnusedBlobs(db, before, batchSize);
    for (const { tenantId, hash } of unused) await sweepBlob(db, store, { tenantId, hash, before });
    swept += unused.length;
    if (unused.length < batchSize) break;
  }
  await store.deleteUnfinished(before);
  return swept;
}

/** The stored contents of a company by their names in the store, without smaller copies. */
export async function* listContents(db: TenantDb): AsyncGenerator<{ name: string; hash: string; widths: number[] }> {
  let after: Buffer = Buffer.alloc(0);
  for (;;) {
    const blobs = await queries.listBlobs(db, after, batchSize);
    for (const { hash, widths } of blobs)
      yield { name: blobName(db.tenantId, hash), hash: hash.toString("hex"), widths };
    const last = blobs.at(-1);
    if (last === undefined || blobs.length < batchSize) return;
    after = last.hash;
  }
}

/** Deletes the stored contents of a company; their rows stay. */
export async function removeContents(db: TenantDb, store: BlobStore): Promise<void> {
  for await (const { hash, widths } of listContents(db)) {
    await removeContent(store, db.tenantId, { hash: Buffer.from(hash, "hex"), widths });
  }
}

async function removeContent(store: BlobStore, tenantId: string, { hash, widths }: queries.BlobContent): Promise<void> {
  for (const width of widths) await store.remove(blobName(tenantId, hash, width));
  await store.remove(blobName(tenantId, hash));
}

type UnusedBlob = { tenantId: string; hash: Buffer; before: Date };

/** Deletes the content before the row, so that an interrupted sweep resumes. */
async function sweepBlob(db: SystemDb, store: BlobStore, { tenantId, hash, before }: UnusedBlob): Promise<void> {
  await db.forTenant(tenantId).transaction(async (inner) => {
    const found = await queries.lockUnusedBlob(inner, hash, before);
    if (found === undefined) return;
    await removeContent(store, tenantId, { hash, widths: found.widths });
    await queries.deleteBlob(inner, hash);
  });
}
