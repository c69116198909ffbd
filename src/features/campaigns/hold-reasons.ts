import type { StopReason } from "../../message-source.ts";

/** Why the service itself paused the campaign. */
export type PauseReason = StopReason | "bounces" | "complaints" | "late";

/** Why a campaign with the status sending sends nothing at the moment. */
export type HoldReason =
  | "sending_mode"
  | "sending_state"
  | "sending_hold"
  | "sending_disabled"
  | "shop"
  | "relay"
  | "throttled"
  | "warm_up"
  | "connection"
  | "connection_limit";
