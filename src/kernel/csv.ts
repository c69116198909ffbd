/**
 * A value of a CSV file (RFC 4180). Also quoted: what could be taken for another delimiter, and blanks at an end, which
 * some readers cut off. Nothing is changed for the sake of spreadsheets: machines read these files too.
 */
const needsQuotes = /[",;|\t\r\n]|^\s|\s$/;

const quoted = (value: string): string => (needsQuotes.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

export function csvLine(values: readonly string[], delimiter: "," | ";" = ","): string {
  // An empty line would be no record.
  if (values.length === 1 && values[0] === "") return '""\r\n';
  let line = "";
  for (let index = 0; index < values.length; index += 1) {
    line += index === 0 ? quoted(values[index] ?? "") : delimiter + quoted(values[index] ?? "");
  }
  return `${line}\r\n`;
}
