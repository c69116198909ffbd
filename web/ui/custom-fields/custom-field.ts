import type { OutputOf } from "../../api/operations.ts";

export type CustomField = OutputOf<"GET /custom-fields">["items"][number];

export type FieldValues = { name: string; type: CustomField["type"]; options: { id?: string; name: string }[] };
