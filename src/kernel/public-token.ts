import { hkdfSync, timingSafeEqual } from "node:crypto";
import { readVarints, writeVarint } from "./varint.ts";
import { macKey, computeMac, type MacKey } from "./mac.ts";

/**
 * The token in links of e-mails: company, purpose and contact, signed with the company's key. It holds ids only,
 * never an address, and is valid as long as the things it names exist.
 */
export const tokenPurposes = [
  "unsubscribe",
  "preferences",
  "browser",
  "confirmation",
  "open",
  "click",
  "survey",
] as const;
export type TokenPurpose = (typeof tokenPurposes)[number];

export type PublicToken = {
  readonly purpose: TokenPurpose;
  readonly tenantId: string;
  readonly contactId: string;
  readonly listId: string | null;
  readonly campaignId: string | null;
  readonly messageId: string | null;
};

/** Parsed but not verified: the company in it determines the key that must have signed it. */
export type UnverifiedToken = { readonly claims: PublicToken; readonly bytes: Buffer; readonly macBytes: number };

type TokenClaims = Pick<PublicToken, "purpose" | "tenantId" | "contactId"> & Partial<PublicToken>;

/** The first four bits of a token tell its format. */
const fullFormat = { version: 1, macBytes: 16 };
/**
 * Of opens and clicks, which stand in every tracked link: company, contact and campaign only, and 80 bits of the MAC,
 * which can only be guessed by asking the server.
 */
const shortFormat = { version: 2, macBytes: 10 };
const maxTokenBytes = 80;

const isShort = ({ purpose, listId, campaignId, messageId }: TokenClaims): boolean =>
  (purpose === "open" || purpose === "click") &&
  (campaignId ?? null) !== null &&
  (listId ?? null) === null &&
  (messageId ?? null) === null;

/** Derived separately from the fingerprint key, so that neither can be used for the other purpose. */
export const publicTokenKey = (fingerprintKey: Uint8Array): MacKey =>
  macKey(new Uint8Array(hkdfSync("sha256", fingerprintKey, "", "postrider public tokens", 32)));

/** Scratch buffer; tokens are built one at a time. */
const scratch = Buffer.alloc(maxTokenBytes);

export function signToken(key: MacKey, claims: TokenClaims): string {
  const { tenantId, contactId, listId, campaignId, messageId } = claims;
  const { version, macBytes } = isShort(claims) ? shortFormat : fullFormat;
  scratch[0] = version * 16 + tokenPurposes.indexOf(claims.purpose);
  let end = 1;
  for (const id of isShort(claims)
    ? [tenantId, contactId, campaignId]
    : [tenantId, contactId, listId, campaignId, messageId])
    end = writeVarint(scratch, end, id ?? "0");
  scratch.write(computeMac(key, scratch.subarray(0, end)), end, macBytes, "latin1");
  return scratch.toString("base64url", 0, end + macBytes);
}

/** Parses a token without verifying it; undefined when the text is not a token. Links of sent e-mails have either format. */
export function parseToken(text: string): UnverifiedToken | undefined {
  if (!/^[\w-]{18,110}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64url");
  // Reject non-canonical encodings: a token has exactly one spelling.
  if (bytes.length > maxTokenBytes || bytes.toString("base64url") !== text) return undefined;
  const head = bytes[0] ?? 0;
  const format = [fullFormat, shortFormat].find(({ version }) => version === Math.floor(head / 16));
  const purpose = tokenPurposes[head % 16];
  if (format === undefined || purpose === undefined) return undefined;
  const claims = parseClaims(purpose, readVarints(bytes.subarray(1, -format.macBytes)), format === shortFormat);
  return claims === undefined ? undefined : { claims, bytes, macBytes: format.macBytes };
}

function parseClaims(
  purpose: TokenPurpose,
  ids: readonly string[] | undefined,
  isShortFormat: boolean,
): PublicToken | undefined {
  if (ids?.length !== (isShortFormat ? 3 : 5)) return undefined;
  const [tenantId = "0", contactId = "0"] = ids;
  if (tenantId === "0" || contactId === "0") return undefined;
  const optional = (id = "0") => (id === "0" ? null : id);
  const rest = isShortFormat
    ? { listId: null, campaignId: optional(ids[2]), messageId: null }
    : { listId: optional(ids[2]), campaignId: optional(ids[3]), messageId: optional(ids[4]) };
  const claims = { purpose, tenantId, contactId, ...rest };
  return isShortFormat && !isShort(claims) ? undefined : claims;
}

/** Compares in constant time. */
export function isTokenSignatureValid(
  key: MacKey,
  { bytes, macBytes }: Pick<UnverifiedToken, "bytes" | "macBytes">,
): boolean {
  const mac = Buffer.from(computeMac(key, bytes.subarray(0, -macBytes)), "latin1");
  return timingSafeEqual(bytes.subarray(-macBytes), mac.subarray(0, macBytes));
}
