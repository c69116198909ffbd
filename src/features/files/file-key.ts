import { randomBytes } from "node:crypto";

/** The public key of a file: the company id, so that no lookup across companies is needed, and 128 random bits. */
export const createFileKey = (tenantId: string): string =>
  `${BigInt(tenantId).toString(36)}-${randomBytes(16).toString("base64url")}`;

const wellFormed = /^([0-9a-z]{1,10})-[A-Za-z0-9_-]{22}$/;

export function tenantOfFileKey(key: string): string | undefined {
  const company = wellFormed.exec(key)?.[1];
  if (company === undefined) return undefined;
  const id = Number.parseInt(company, 36);
  return Number.isSafeInteger(id) && id > 0 ? String(id) : undefined;
}
