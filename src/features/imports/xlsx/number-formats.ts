import { readXml } from "./read-xml.ts";

/** Whether the numbers of a style are days. */
export type DateStyles = (style: string | undefined) => boolean;

/** Formats that every spreadsheet knows by number: dates, and dates with times, in Western and East Asian notations. */
const builtInDates = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** Letters of a date outside of quoted texts, colours and conditions: `d. m. yyyy`, but not `[Red]0` or `0 "dny"`. */
const isDateFormat = (code: string): boolean =>
  /[dmy]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\.|_.|\*./g, "")) && !/^general$/i.test(code);

export async function readDateStyles(content: AsyncIterable<Uint8Array> | undefined): Promise<DateStyles> {
  const customDates = new Map<number, boolean>();
  const styles: boolean[] = [];
  let isCellFormat = false;
  if (content === undefined) return () => false;
  const pieces = readXml(content, {
    open: (name, attributes) => {
      if (name === "cellXfs") isCellFormat = true;
      if (name === "numFmt") {
        customDates.set(Number(attributes["numFmtId"]), isDateFormat(attributes["formatCode"] ?? ""));
      }
      if (name === "xf" && isCellFormat) {
        const id = Number(attributes["numFmtId"] ?? 0);
        styles.push(customDates.get(id) ?? builtInDates(id));
      }
    },
    close: (name) => {
      if (name === "cellXfs") isCellFormat = false;
    },
  });
  for await (const _piece of pieces);
  return (style) => styles[Number(style ?? 0)] ?? false;
}

const dayMs = 86_400_000;
const lastSerial = 2_958_465;

/**
 * A day as YYYY-MM-DD, with its time if it has one. Day 60 of the count from 1900 is 29 February 1900, which never was; days
 * before it are one later than counted.
 */
export function serialToDate(serial: number, isFrom1904: boolean): string | undefined {
  if (!(serial >= 1) || serial > lastSerial) return undefined;
  const epoch = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  const [day = "", time = ""] = new Date(epoch + Math.round(serial * dayMs)).toISOString().split("T");
  return Number.isInteger(serial) ? day : `${day} ${time.slice(0, 8)}`;
}
