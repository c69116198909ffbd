/** What a spreadsheet would take for a formula, or for one that was guarded before. */
const formula = /^'*[=+\-@\t\r\n]/;
/** +420 600 123 456, -1.5, -1e-7 */
const phoneOrNumber = /^(?:\+[\d ()./-]*\d|[+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?)$/i;

/**
 * An apostrophe before what a spreadsheet would run, as others do it too; a phone number or a plain number runs nothing.
 * Every value comes back by `unguarded` as it was.
 */
const escapeFormula = (value: string): string =>
  formula.test(value) && !phoneOrNumber.test(value) ? `'${value}` : value;

const escapedFormula = /^'+[=+\-@\t\r\n]/;

/** A value without the apostrophe that guards it. */
export const unescapeFormula = (value: string): string =>
  value.startsWith("'") && escapedFormula.test(value) ? value.slice(1) : value;

/** Quoted (RFC 4180) is also what could be taken for another delimiter, and blanks at an end, which some readers cut off. */
const needsQuotes = /[",;|\t\r\n]|^\s|\s$/;

const quoteField = (value: string): string => (needsQuotes.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

const csvField = (value: string): string => quoteField(escapeFormula(value));

/** A record of a CSV file. */
export function csvLine(values: readonly string[], delimiter: "," | ";" = ","): string {
  // An empty line would be no record.
  if (values.length === 1 && values[0] === "") return '""\r\n';
  let line = "";
  for (let index = 0; index < values.length; index += 1) {
    line += index === 0 ? csvField(values[index] ?? "") : delimiter + csvField(values[index] ?? "");
  }
  return `${line}\r\n`;
}
