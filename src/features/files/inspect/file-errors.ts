import { validation, type ApiError } from "../../../kernel/errors.ts";

/**
 * Why a file is not taken: nothing in it; a type that is not kept; not what its name says; two formats in one; too many
 * pixels; a drawing that takes too long; damaged; something that could run.
 */
export const fileRejectReasons = [
  "empty",
  "type",
  "mismatch",
  "polyglot",
  "pixels",
  "complex",
  "broken",
  "active",
] as const;
export type FileRejectReason = (typeof fileRejectReasons)[number];

export const invalidFile = (reason: FileRejectReason): ApiError => validation("file", { reason });
