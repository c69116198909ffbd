import { canonicalLines } from "../../../src/mail/dkim.ts";

/** The relaxed canonical form of a whole body: without empty lines at its end (RFC 6376, 3.4.4). A letter for each byte. */
export function canonicalBody(body: string): string {
  const lines = canonicalLines(body).replace(/(?:\r\n)+$/, "");
  return lines === "" ? "" : `${lines}\r\n`;
}
