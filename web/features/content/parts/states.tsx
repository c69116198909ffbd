import { useWords } from "../../../i18n/words.tsx";
import type { StatusLook } from "../../../ui/display/status.tsx";
import { partsWords } from "./words.ts";

export type PublishState = "published" | "draft" | "changed" | "active" | "inactive";

const stateLooks: Readonly<Record<PublishState, StatusLook>> = {
  published: { shape: "circle", tone: "good" },
  active: { shape: "circle", tone: "good" },
  changed: { shape: "dashed", tone: "warn" },
  draft: { shape: "square", tone: "mute" },
  inactive: { shape: "square", tone: "mute" },
};

/** The look and the word of a state, for `Status` and `StatusPill`. */
export function useStateLook(): (state: PublishState) => { look: StatusLook; label: string } {
  const t = useWords(partsWords);
  return (state) => ({ look: stateLooks[state], label: t.states[state] });
}
