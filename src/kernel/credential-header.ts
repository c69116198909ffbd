const credentialHeader = /(?:^|-)(?:authorization|cookie|api-?key|apikey|token|secret|password|credentials?)$/i;

/** Headers that carry credentials by their name: Authorization, Cookie, X-Api-Key, X-Auth-Token, X-Shop-Secret. */
export const isCredentialHeader = (name: string): boolean => credentialHeader.test(name);
