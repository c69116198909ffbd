export type Company = {
  readonly tenantId: string;
  readonly guid: string;
  readonly timeZone: string;
  readonly fingerprintKey: Uint8Array;
};

/** A company as a query answers it: its fingerprint key is usually encrypted. See `openCompany`. */
export type StoredCompany = Omit<Company, "fingerprintKey"> & { readonly storedFingerprintKey: Uint8Array };

const guidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The database rejects any other text in place of a company's public id. */
export const isGuid = (text: string): boolean => guidPattern.test(text);
