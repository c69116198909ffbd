import { isZip, zipEntries } from "../../../kernel/zip.ts";
import type { ExportFile, ExportPart, Platform } from "../exported-contact.ts";
import { readListmonk } from "./listmonk.ts";
import { readMailchimp } from "./mailchimp.ts";
import { readMautic } from "./mautic.ts";
import { readSmartEmailing } from "./smartemailing.ts";

/** All files of an archive together. */
const maxUnpackedBytes = 1024 * 1_048_576;

/** Reads the files of an export, unpacked. Exports that name no lists are one list of that name. */
export function readExport(
  platform: Platform,
  files: readonly ExportFile[],
  listName: string,
): AsyncGenerator<ExportPart> {
  switch (platform) {
    case "smartemailing":
      return readSmartEmailing(files);
    case "mailchimp":
      return readMailchimp(files, listName);
    case "listmonk":
      return readListmonk(files, listName);
    case "mautic":
      return readMautic(files, listName);
  }
}

/** The files of an archive. Each is unpacked when it is read and counts towards the limit. */
export function unpack(name: string, bytes: Buffer, maxBytes = maxUnpackedBytes): ExportFile[] {
  if (!isZip(bytes)) return [{ name, content: () => pieces(bytes) }];
  let left = maxBytes;
  return zipEntries(bytes).map((entry) => ({
    name: entry.name,
    content: async function* () {
      const content = await entry.extract(left);
      left -= content.length;
      yield* pieces(content);
    },
  }));
}

const pieceBytes = 1_048_576;

async function* pieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += pieceBytes) yield bytes.subarray(start, start + pieceBytes);
}
