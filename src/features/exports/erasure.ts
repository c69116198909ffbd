import type { Context } from "../../context.ts";
import { findPart, insertPart, shrinkFile } from "../../storage/files.queries.ts";
import { withoutRecords } from "./csv-records.ts";
import { hashPrefix } from "./csv-chunk.ts";
import * as queries from "./queries.ts";
import type { ErasedContact } from "../contacts/contact-hooks.ts";

/**
 * Removes the lines of the person from all exported files, in the transaction of the erasure and one part at a time; other
 * files stay as they are. Files without an index of their contacts, which were begun by an older version, are deleted.
 */
export async function removeFromFiles({ db, clock }: Context, erased: ErasedContact): Promise<void> {
  const { id, email, fingerprint } = erased;
  await queries.redactFilters(db, email);
  await queries.deleteUnindexedFiles(db, clock.now());
  const mark = hashPrefix(fingerprint);
  for (const part of await queries.listPartsOfContact(db, { id, mark })) {
    const bytes = await findPart(db, part.fileId, part.part);
    if (bytes === undefined) continue;
    const places = part.contactIds.flatMap((contactId, place) =>
      contactId === id || part.addressHashes[place] === mark ? [place] : [],
    );
    const headerLines = part.part === 0 ? 1 : 0;
    const kept = withoutRecords(bytes, new Set(places.map((place) => place + headerLines)));
    const isKept = (_value: string, place: number) => !places.includes(place);
    await insertPart(db, part.fileId, part.part, kept);
    await queries.insertExportedPart(db, {
      ...part,
      contactIds: part.contactIds.filter(isKept),
      addressHashes: part.addressHashes.filter(isKept),
    });
    const removed = { rows: places.length, bytes: bytes.length - kept.length };
    await shrinkFile(db, part.fileId, removed.bytes);
    await queries.shrinkExport(db, part.fileId, removed);
  }
}
