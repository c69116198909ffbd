import { parseDmarcReport, type DmarcReport } from "./parse-report.ts";
import { unpackReport } from "./unpack-report.ts";

/** An attachment in base64, and the limit of its unpacked bytes. */
export type DmarcAttachment = { readonly content: string; readonly maxBytes: number };

/** `bytes`: unpacked; content that cannot be unpacked has cost as much as was allowed. */
export type DmarcReading = { readonly bytes: number; readonly report: DmarcReport | null };

export async function readDmarcReport({ content, maxBytes }: DmarcAttachment): Promise<DmarcReading> {
  const xml = await unpackReport(Buffer.from(content, "base64"), maxBytes);
  if (xml === undefined) return { bytes: maxBytes, report: null };
  return { bytes: xml.length, report: parseDmarcReport(xml) ?? null };
}
