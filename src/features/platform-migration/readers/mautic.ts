import type { ExportFile, ExportPart, PersonState } from "../exported-contact.ts";
import { readCsvTable, splitNames, type CsvCells } from "./csv-table.ts";

const refusalColumns = ["donotemail", "do not email", "donotcontact", "do not contact", "dnc", "dnc_preferences"];

/**
 * Mautic mails everybody who is not on its list "do not contact": 1 unsubscribed, 2 bounced, 3 by hand. An export without
 * that column says nothing about consents.
 */
function readState(cells: CsvCells): PersonState {
  const column = refusalColumns.find((name) => name in cells);
  if (column === undefined) return "unknown";
  const value = (cells[column] ?? "").toLowerCase();
  if (["", "0", "no", "false"].includes(value)) return "subscribed";
  return value === "2" || value.includes("bounce") ? "bounced" : "unsubscribed";
}

export async function* readMautic(files: readonly ExportFile[], listName: string): AsyncGenerator<ExportPart> {
  for (const file of files) {
    yield* readCsvTable(file, {
      email: ["email", "e-mail"],
      profile: {
        firstname: "firstName",
        "first name": "firstName",
        lastname: "lastName",
        "last name": "lastName",
        title: "titleBefore",
        company: "company",
        companyname: "company",
        mobile: "mobile",
        phone: "phone",
        address1: "street",
        "address line 1": "street",
        city: "city",
        zipcode: "postalCode",
        "zip code": "postalCode",
        country: "country",
        preferred_locale: "language",
        "preferred locale": "language",
      },
      ignored:
        /^(id|ip.*|points|stage.*|owner.*|date.?(added|identified|modified)|last.?active|is_published|created_by.*|modified_by.*|checked_out.*|preferred_profile_image|color|internal|social_cache|generated_email_domain|attribution.*|timezone)$/,
      special: [...refusalColumns, "tags", "segments"],
      state: readState,
      tagsOf: (cells) => splitNames(cells["tags"] ?? ""),
      listsOf: (cells) => ((cells["segments"] ?? "") === "" ? [listName] : splitNames(cells["segments"] ?? "")),
    });
  }
}
