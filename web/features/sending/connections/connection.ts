import { useQuery } from "@tanstack/react-query";
import type { InputOf, OutputOf } from "../../../api/operations.ts";
import { read } from "../../../api/queries.ts";
import { namedOptions, type Choice } from "../../../ui/choices/options.ts";
import type { StatusAppearance } from "../../../ui/display/status.tsx";

export type Connection = OutputOf<"GET /sending/connections">["items"][number];
export type ConnectionCheck = OutputOf<"POST /sending/connections/{connection_id}/check">;
export type ConnectionInput = InputOf<"POST /sending/connections">["body"];

export const refreshedByConnections = ["GET /sending/connections"] as const;

export const stateAppearances: Readonly<Record<Connection["state"] | "off", StatusAppearance>> = {
  ok: { shape: "tick", tone: "good" },
  paused: { shape: "bars", tone: "warn" },
  failing: { shape: "cross", tone: "bad" },
  off: { shape: "slashed", tone: "mute" },
};

/** The connections of the company; none where it uses the shared one only. */
export function useConnectionChoices(): Choice[] {
  const { data } = useQuery({ ...read("GET /sending/connections"), staleTime: 60_000 });
  return namedOptions(data?.items);
}
