import { useQuery } from "@tanstack/react-query";
import { read } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { ReachBar } from "../../../ui/display/reach-bar.tsx";
import { nameColumn } from "../../../ui/grid/columns.ts";
import type { GridColumn } from "../../../ui/grid/grid-types.ts";
import type { Segment } from "../actions.tsx";
import { rulesOf, parseTree } from "../../../rules/tree.ts";
import { segmentsMessages } from "../messages.ts";
import classes from "./columns.module.css";

/** How many of the matched contacts can be e-mailed, as a bar. */
export function SegmentReach({ segment: { matched, mailable } }: { segment: Segment }) {
  const t = useMessages(segmentsMessages);
  return (
    <span className={classes["reach"]}>
      <ReachBar
        withLegend={false}
        label={t.reach(matched, mailable)}
        parts={[
          { key: "mailable", label: t.canBeMailed, count: mailable, tone: "accent" },
          { key: "other", label: t.notMailable, count: matched - mailable, tone: "grey" },
        ]}
      />
    </span>
  );
}

/** The number of other segments in which each one is named; from the first hundred by name. */
function useUses(): ReadonlyMap<string, number> {
  const { data } = useQuery({
    ...read("GET /segments", { query: { pageSize: 100, sort: "name" } }),
    staleTime: 60_000,
  });
  const uses = new Map<string, number>();
  for (const { definition } of data?.items ?? []) {
    const named = new Set(rulesOf(parseTree(definition)).flatMap(({ values }) => values["segmentId"] ?? []));
    for (const id of named) uses.set(id, (uses.get(id) ?? 0) + 1);
  }
  return uses;
}

export function useSegmentColumns(): readonly GridColumn<Segment>[] {
  const t = useMessages(segmentsMessages);
  const { number, date } = useFormats();
  const uses = useUses();
  return [
    nameColumn(t.columns.name),
    { key: "refresh", head: t.columns.refresh, cell: ({ refresh }) => t.refreshKinds[refresh] },
    {
      key: "rules",
      head: t.columns.rules,
      sort: "ruleCount",
      align: "end",
      cell: ({ ruleCount }) => number(ruleCount),
    },
    {
      key: "used",
      head: t.columns.used,
      cell: ({ id }) => {
        const count = uses.get(id);
        return count === undefined ? "–" : t.usedIn(count);
      },
    },
    { key: "matched", head: t.columns.matched, sort: "matched", align: "end", cell: ({ matched }) => number(matched) },
    {
      key: "mailable",
      head: t.columns.mailable,
      sort: "mailable",
      align: "end",
      cell: (row) => (
        <span className={classes["mailable"]}>
          <SegmentReach segment={row} />
          {number(row.mailable)}
        </span>
      ),
    },
    {
      key: "updatedAt",
      head: t.columns.updated,
      sort: "updatedAt",
      align: "end",
      cell: ({ updatedAt }) => date(updatedAt),
    },
  ];
}
