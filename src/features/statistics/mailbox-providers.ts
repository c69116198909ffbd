import { findMailProvider } from "../sending/providers/mail-provider.ts";

/**
 * What statistics call the provider of a domain. Providers that are known by their mail server alone are many and small: they
 * are `other`, as domains without a known provider are.
 */
export function nameMailboxProvider(providerKey: string | undefined): string {
  const provider = providerKey === undefined ? undefined : findMailProvider(providerKey);
  return provider?.statisticsName ?? provider?.name ?? "other";
}
