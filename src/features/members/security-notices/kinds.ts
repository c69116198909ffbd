/** Acts that a person gets an e-mail about, so that an act of another is noticed. */
export const securityNoticeKinds = [
  "password_changed",
  "password_changed_access_ended",
  "password_reset",
  "two_factor_enabled",
  "two_factor_disabled",
  "recovery_codes_replaced",
  "app_connected",
  "api_key_created",
  "api_key_revoked",
  "roles_changed",
  "webhooks_changed",
] as const;

export type SecurityNoticeKind = (typeof securityNoticeKinds)[number];
