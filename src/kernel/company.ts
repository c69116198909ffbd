export type Company = {
  readonly tenantId: string;
  readonly guid: string;
  readonly timeZone: string;
  readonly fingerprintKey: Uint8Array;
};
