import { useMessages } from "../../../i18n/messages.tsx";
import type { StatusAppearance } from "../../../ui/display/status.tsx";
import { partsMessages } from "./messages.ts";

export type PublishState = "published" | "draft" | "changed" | "active" | "inactive";

const stateAppearances: Readonly<Record<PublishState, StatusAppearance>> = {
  published: { shape: "circle", tone: "good" },
  active: { shape: "circle", tone: "good" },
  changed: { shape: "dashed", tone: "warn" },
  draft: { shape: "square", tone: "mute" },
  inactive: { shape: "square", tone: "mute" },
};

/** The look and the word of a state, for `Status` and `StatusPill`. */
export function useStateAppearance(): (state: PublishState) => { appearance: StatusAppearance; label: string } {
  const t = useMessages(partsMessages);
  return (state) => ({ appearance: stateAppearances[state], label: t.states[state] });
}
