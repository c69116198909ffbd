export type Company = {
  readonly tenantId: string;
  readonly guid: string;
  readonly timeZone: string;
  readonly fingerprintKey: Uint8Array;
};

/** A company as a query answers it: its fingerprint key is usually encrypted. See `openCompany`. */
export type StoredCompany = Omit<Company, "fingerprintKey"> & { readonly storedFingerprintKey: Uint8Array };
