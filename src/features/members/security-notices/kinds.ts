/** Acts that a person is told about by e-mail, so that one they did not do is noticed. */
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
