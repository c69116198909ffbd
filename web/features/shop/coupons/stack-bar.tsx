import type { OutputOf } from "../../../api/operations.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { ReachBar } from "../../../ui/display/reach-bar.tsx";
import { couponsMessages } from "./messages.ts";

export type Stack = OutputOf<"GET /coupon-stacks/{stack_id}">;

/** Free, assigned and used codes, adding up to all. */
export function StackBar({ counts, withLegend }: { counts: Stack["counts"]; withLegend: boolean }) {
  const t = useMessages(couponsMessages);
  const { free, assigned, used } = counts;
  return (
    <ReachBar
      label={t.counts(free, assigned, used)}
      withLegend={withLegend}
      parts={[
        { key: "free", label: t.free, count: free, tone: "accent" },
        { key: "assigned", label: t.assigned, count: assigned, tone: "warn" },
        { key: "used", label: t.used, count: used, tone: "good" },
      ]}
    />
  );
}
