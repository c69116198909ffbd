import { toProviderName } from "../sending/providers/mail-provider.ts";

const providerPrefix = "provider:";

/** What messages wait for, beside single domains: a provider and all its domains. A domain never has this form. */
export const toProviderThrottleKey = (provider: string): string => `${providerPrefix}${provider}`;

/** The name of the provider to show; null for a single domain. */
export const readProviderName = (throttleKey: string): string | null =>
  throttleKey.startsWith(providerPrefix) ? toProviderName(throttleKey.slice(providerPrefix.length)) : null;
