import type { DeletionHooks } from "../../hooks/deletion.ts";
import { defineHooks } from "../../hooks/hook-point.ts";

export const formHooks = defineHooks<DeletionHooks>("forms");
