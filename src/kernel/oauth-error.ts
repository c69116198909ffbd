/** The error codes of RFC 6749, 7591 and 8707 that the authorization server uses, each with its status. */
export const oauthStatusOf = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
  invalid_target: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  access_denied: 403,
  rate_limited: 429,
  server_error: 500,
  temporarily_unavailable: 503,
} as const;

export type OAuthErrorCode = keyof typeof oauthStatusOf;

export const isOAuthErrorCode = (word: string): word is OAuthErrorCode => Object.hasOwn(oauthStatusOf, word);

/** `reason` names the parameter or the cause; it never repeats what the client sent. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  readonly status: number;

  constructor(code: OAuthErrorCode, reason: string, status: number = oauthStatusOf[code]) {
    super(reason);
    this.name = "OAuthError";
    this.code = code;
    this.status = status;
  }
}
