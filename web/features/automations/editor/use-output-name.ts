import { useMessages } from "../../../i18n/messages.tsx";
import { stepMessages } from "../detail/step-messages.ts";
import type { GraphNode } from "./model/graph.ts";

/** "yes" and "no" of a condition, the name and percentage of a share. */
export function useOutputName() {
  const t = useMessages(stepMessages);
  const names: Readonly<Record<string, string>> = t.outputs;
  return ({ type, config }: GraphNode, output: string): string => {
    if (type !== "split") return names[output] ?? output;
    const { shares } = config;
    const share: unknown = Array.isArray(shares)
      ? shares.find((one: { output?: unknown }) => one.output === output)
      : undefined;
    const percent = typeof share === "object" && share !== null && "percent" in share ? share.percent : undefined;
    return typeof percent === "number" ? `${output} ${percent} %` : output;
  };
}
