import type { OutputOf } from "../../../api/operations.ts";

export type TemplateRow = OutputOf<"GET /templates">["items"][number];
