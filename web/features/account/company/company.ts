import type { OutputOf } from "../../../api/operations.ts";

export type Company = OutputOf<"GET /company">;
