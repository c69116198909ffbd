import type { ContactStatus, SuppressionReason } from "../contacts/states.ts";

/** Why a row was not imported. */
export type ProblemCode =
  | "required"
  | "email"
  | "invalid"
  | "too_long"
  | "encoding"
  | "quotes"
  | "too_many_columns"
  | "duplicate"
  | "limit"
  | "erased"
  | "unknown"
  | "no_consent"
  | "not_member"
  | SkipCode;

/** Why a contact that exists stays as it is: its status, or the reason why its address is suppressed. */
export type SkipCode = Exclude<SuppressionReason, "manual"> | ContactStatus | "blacklisted";
