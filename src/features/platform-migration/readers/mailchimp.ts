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

/** Reads an audience; of several folders each is an audience of that name. Files of other names hold no contacts. */
export async function* readMailchimp(files: readonly ExportFile[], listName: string): AsyncGenerator<ExportPart> {
  const tables = files.flatMap((file) => {
    const [, folder = "", fileName = ""] = /^(?:(.*)\/)?([^/]*)$/.exec(file.name) ?? [];
    const known = statesByFile.find(([pattern]) => pattern.test(fileName));
    // Copies with a leading dot are attributes that macOS adds to archives.
    const isTable = /^[^.].*\.csv$/i.test(fileName);
    return known === undefined || !isTable ? [] : [{ file, folder, fileState: known[1] }];
  });
  const hasAudiences = new Set(tables.map(({ folder }) => folder)).size > 1;
  for (const { file, folder, fileState } of tables) {
    yield* readCsvTable(file, {
      ...layout,
      state: (cells) => (fileState === "unsubscribed" ? leavingState(cells) : fileState),
      listsOf: () => [hasAudiences && folder !== "" ? folder : listName],
    });
  }
}

const leavingState = (cells: CsvCells): PersonState =>
  /abuse|spam/i.test(cells["unsub_reason"] ?? "") ? "complained" : "unsubscribed";
