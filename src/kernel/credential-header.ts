const credentialHeader =
  /(?:^|-)(?:authorization|authentication|auth|cookie|(?:api)?key|token|secret|password|credentials?)$/i;

/** Headers that carry credentials by their name: Authorization, X-Auth, Cookie, X-Api-Key, X-Signature-Key, X-Auth-Token. */
export const isCredentialHeader = (name: string): boolean => credentialHeader.test(name);
