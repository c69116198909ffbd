import type { DeletionHooks } from "../../hooks/deletion.ts";
import { defineHooks } from "../../hooks/hook-point.ts";

export const segmentHooks = defineHooks<DeletionHooks>("segments");
