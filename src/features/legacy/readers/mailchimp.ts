import type { ExportFile, ExportPart, PersonState } from "../exported-contact.ts";
import { readCsvTable, type CsvCells } from "./csv-table.ts";

/** The audience export names its files by the state of their people. */
const statesByFile: readonly (readonly [RegExp, PersonState])[] = [
  [/nonsubscribed|non_subscribed|transactional/i, "unknown"],
  [/unsubscribed/i, "unsubscribed"],
  [/cleaned/i, "bounced"],
  [/subscribed/i, "subscribed"],
];

const layout = {
  email: ["email address", "email"],
  profile: {
    "first name": "firstName",
    "last name": "lastName",
    "phone number": "phone",
    company: "company",
    cc: "country",
    notes: "note",
  },
  ignored:
    /^(member_rating|optin_|confirm_|latitude|longitude|gmtoff|dstoff|timezone|region|last_changed|leid|euid|unsub_|clean_)/,
  special: ["tags", "unsub_reason"],
  tagsOf: (cells) => quotedNames(cells["tags"] ?? ""),
} as const satisfies Partial<Parameters<typeof readCsvTable>[1]>;

/** `"first","second, with a comma"` */
const quotedNames = (text: string): string[] =>
  text
    .split(/"\s*,\s*"|^"|"$/)
    .map((name) => name.replaceAll('""', '"').trim())
    .filter((name) => name !== "");

/** Reads an audience; a folder of the archive is the name of its audience. Files of other names hold no contacts. */
export async function* readMailchimp(files: readonly ExportFile[], listName: string): AsyncGenerator<ExportPart> {
  for (const file of files) {
    const fileName = file.name.split("/").at(-1) ?? "";
    const known = statesByFile.find(([pattern]) => pattern.test(fileName));
    if (!/\.csv$/i.test(fileName) || known === undefined) continue;
    const [, fileState] = known;
    const folder = file.name.split("/").slice(0, -1).join("/");
    yield* readCsvTable(file, {
      ...layout,
      state: (cells) => (fileState === "unsubscribed" ? leavingState(cells) : fileState),
      listsOf: () => [folder === "" ? listName : folder],
    });
  }
}

const leavingState = (cells: CsvCells): PersonState =>
  /abuse|spam/i.test(cells["unsub_reason"] ?? "") ? "complained" : "unsubscribed";
