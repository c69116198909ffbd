import type { OutputOf } from "../../../api/operations.ts";

export type Stats = OutputOf<"GET /stats/automations/{automation_id}/report">;
