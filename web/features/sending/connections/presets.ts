import { connectionPresets, oauthPresets, type ConnectionPreset } from "../../../../src/kernel/connection-kinds.ts";

/** What the server fills in for a kind; shown before the connection is saved. */
export const findPreset = (kind: string): ConnectionPreset | undefined =>
  Object.entries(connectionPresets).find(([name]) => name === kind)?.[1];

/** Undefined for a provider whose server the person names. */
export const findProviderHost = (provider: string): string | undefined =>
  Object.entries(oauthPresets).find(([name, { host }]) => name === provider && host !== "")?.[1].host;
