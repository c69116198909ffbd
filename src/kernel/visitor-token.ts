import { computeMac, type MacKey } from "./mac.ts";
import { isTokenSignatureValid } from "./public-token.ts";
import { readVarints, writeVarint } from "./varint.ts";

/**
 * Added to a clicked link to the company's own shop (`_pr`): tells the site script which contact clicked, and when.
 * Signed with the key of public tokens; the first byte is none of theirs.
 */
export type VisitorToken = { readonly tenantId: string; readonly contactId: string; readonly clickedAt: Date };

const format = 0x30;
const macBytes = 16;
const maxBytes = 80;

/** Scratch buffer; marks are built one at a time. */
const scratch = Buffer.alloc(maxBytes);

export function signVisitorToken(key: MacKey, { tenantId, contactId, clickedAt }: VisitorToken): string {
  scratch[0] = format;
  let end = 1;
  for (const id of [tenantId, contactId, String(clickedAt.getTime())]) end = writeVarint(scratch, end, id);
  scratch.write(computeMac(key, scratch.subarray(0, end)), end, macBytes, "latin1");
  return scratch.toString("base64url", 0, end + macBytes);
}

/** Undefined for everything that this key did not sign. */
export function verifyVisitorToken(key: MacKey, text: string): VisitorToken | undefined {
  const bytes = Buffer.from(text, "base64url");
  if (bytes[0] !== format || bytes.length > maxBytes || bytes.toString("base64url") !== text) return undefined;
  const ids = readVarints(bytes.subarray(1, -macBytes));
  const [tenantId, contactId, clickedMs] = ids ?? [];
  if (ids?.length !== 3 || tenantId === undefined || contactId === undefined) return undefined;
  if (!isTokenSignatureValid(key, { bytes, macBytes })) return undefined;
  return { tenantId, contactId, clickedAt: new Date(Number(clickedMs)) };
}
