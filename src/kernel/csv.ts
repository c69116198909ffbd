/** Spreadsheets skip these before a value. */
const invisible = String.raw`[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*`;
/** Some spreadsheets read full-width and small forms as the plain signs. */
const sign = String.raw`[=+\-@\t\r\n＝＋－＠﹦﹢﹣﹫]`;
/** Values that a spreadsheet would run as a formula, or that are already escaped. */
const formula = new RegExp(`^'*${invisible}${sign}`, "u");
/** +420 600 123 456, -1.5, -1e-7 */
const phoneOrNumber = /^(?:\+[\d ()./-]*\d|[+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?)$/i;

/**
 * Prefixes formulas with an apostrophe, the usual defence; phone numbers and plain numbers are left alone.
 * `unescapeFormula` restores every value.
 */
const escapeFormula = (value: string): string =>
  formula.test(value) && !phoneOrNumber.test(value) ? `'${value}` : value;

const escapedFormula = new RegExp(`^'+${invisible}${sign}`, "u");

/** Removes the apostrophe of `escapeFormula`. */
export const unescapeFormula = (value: string): string =>
  value.startsWith("'") && escapedFormula.test(value) ? value.slice(1) : value;

/** Quotes (RFC 4180) also what looks like another delimiter, and leading or trailing blanks, which some readers trim. */
const needsQuotes = /[",;|\t\r\n]|^\s|\s$/;

const quoteField = (value: string): string => (needsQuotes.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

const csvField = (value: string): string => quoteField(escapeFormula(value));

/** Excel reads a file as UTF-8 only with this mark. */
export const byteOrderMark = "\uFEFF";

/** A record of a CSV file. */
export function csvLine(values: readonly string[], delimiter: "," | ";" | "\t" = ","): string {
  // A single empty field is quoted, because an empty line is not a record.
  if (values.length === 1 && values[0] === "") return '""\r\n';
  let line = "";
  for (let index = 0; index < values.length; index += 1) {
    line += index === 0 ? csvField(values[index] ?? "") : delimiter + csvField(values[index] ?? "");
  }
  return `${line}\r\n`;
}

/** A record with semicolons for machines: formulas are not escaped. */
export const machineCsvLine = (values: readonly string[]): string =>
  `${values.map((value) => (/[";\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(";")}\r\n`;
