import { validation, type ApiError } from "../../../../kernel/errors.ts";

/**
 * Why a file is not taken: nothing in it; a type that is not kept; not what its name says; two formats in one; too many
 * pixels; damaged; a drawing or document that could run something.
 */
export type FileRefusal = "empty" | "type" | "mismatch" | "polyglot" | "pixels" | "broken" | "active";

export const refuseFile = (reason: FileRefusal): ApiError => validation("file", { reason });
