import { conflict } from "../../kernel/errors.ts";
import type { AutomationStatus } from "./shapes.ts";

export type AutomationAction = "activate" | "pause";

/** The next status by action and current status. */
const transitions: Readonly<Record<AutomationAction, Partial<Record<AutomationStatus, AutomationStatus>>>> = {
  activate: { draft: "active", paused: "active" },
  pause: { active: "paused" },
};

/** The status after the action, or 409 conflict status. */
export function requireTransition(status: AutomationStatus, action: AutomationAction): AutomationStatus {
  const next = transitions[action][status];
  if (next === undefined) throw conflict("status", { current: status });
  return next;
}
