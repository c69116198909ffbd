import type { OutputOf } from "../../../api/operations.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import type { ReachPart } from "../../../ui/display/reach-bar.tsx";
import type { StatusAppearance } from "../../../ui/display/status.tsx";
import { importsMessages } from "./messages.ts";

export type Import = OutputOf<"GET /imports/{import_id}">;
export type ImportResult = NonNullable<Import["result"]>;

export const isUnfinished = ({ status }: Pick<Import, "status">): boolean =>
  status === "queued" || status === "running";

export const statusAppearances: Readonly<Record<Import["status"], StatusAppearance>> = {
  queued: { shape: "dashed", tone: "warn" },
  running: { shape: "half", tone: "accent" },
  completed: { shape: "tick", tone: "good" },
  failed: { shape: "cross", tone: "bad" },
};

const outcomes = ["created", "updated", "unchanged", "skipped", "invalid"] as const;
const tones = { created: "accent", updated: "teal", unchanged: "grey", skipped: "mute", invalid: "bad" } as const;

/** What became of the rows. */
export function useResultParts(): (result: ImportResult) => { parts: ReachPart[]; label: string } {
  const t = useMessages(importsMessages);
  return (result) => ({
    label: t.resultSum(result.created + result.updated + result.unchanged, result.rows),
    parts: outcomes.map((key) => ({ key, label: t.result[key], count: result[key], tone: tones[key] })),
  });
}
