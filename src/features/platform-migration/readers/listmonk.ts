import { splitName } from "../../imports/rows/cell-parsers.ts";
import type { ExportFile, ExportPart, PersonState } from "../exported-contact.ts";
import { readCsvTable, splitNames, type CsvCells } from "./csv-table.ts";

/** `status` is of the subscriber, `subscription_status` of the list that was exported. */
function readState(cells: CsvCells): PersonState {
  if (cells["status"] === "blocklisted" || cells["status"] === "blacklisted") return "blacklisted";
  const subscription = cells["subscription_status"] ?? "";
  if (subscription === "unsubscribed") return "unsubscribed";
  if (cells["status"] !== "enabled") return "unknown";
  return subscription === "" || subscription === "confirmed" ? "subscribed" : "unknown";
}

/** Attributes of one value; nested ones have no place in a custom field. */
function readAttributes(cells: CsvCells): Record<string, string> {
  try {
    const attributes: unknown = JSON.parse(cells["attributes"] || "{}");
    return Object.fromEntries(
      Object.entries(Object(attributes)).flatMap(([name, value]) =>
        ["string", "number", "boolean"].includes(typeof value) && String(value).trim() !== ""
          ? [[name, String(value).trim()]]
          : [],
      ),
    );
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

export async function* readListmonk(files: readonly ExportFile[], listName: string): AsyncGenerator<ExportPart> {
  for (const file of files) {
    yield* readCsvTable(file, {
      email: ["email"],
      profile: {},
      ignored: /^(id|uuid|created_at|updated_at|subscription_created_at)$/,
      special: ["name", "status", "subscription_status", "attributes", "lists"],
      state: readState,
      profileOf: (cells) => parseName(cells["name"] ?? ""),
      customFieldsOf: readAttributes,
      tagsOf: () => [],
      listsOf: (cells) => ((cells["lists"] ?? "") === "" ? [listName] : splitNames(cells["lists"] ?? "")),
    });
  }
}

function parseName(text: string) {
  if (!/\s/.test(text)) return text === "" ? {} : { firstName: text };
  return splitName(text);
}
