import { randomBytes } from "node:crypto";

/** A public key: the company id, so that no lookup across companies is needed, and 22 random characters. */
export const createCompanyKey = (tenantId: string): string =>
  companyKey(tenantId, randomBytes(16).toString("base64url"));

export const companyKey = (tenantId: string, random: string): string => `${BigInt(tenantId).toString(36)}-${random}`;

const wellFormed = /^([0-9a-z]{1,10})-([A-Za-z0-9_-]{22})$/;

export function parseCompanyKey(key: string): { readonly tenantId: string; readonly random: string } | undefined {
  const [, company = "", random = ""] = wellFormed.exec(key) ?? [];
  const id = Number.parseInt(company, 36);
  return Number.isSafeInteger(id) && id > 0 ? { tenantId: String(id), random } : undefined;
}
