import type { DeletionHooks } from "../../../hooks/deletion.ts";
import { defineHooks } from "../../../hooks/hook-point.ts";

/** Named by the domain. */
export const sendingDomainHooks = defineHooks<DeletionHooks>("sending domains");
