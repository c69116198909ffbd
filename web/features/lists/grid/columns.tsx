import { Badge } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import type { Choice } from "../../../ui/choices/options.ts";
import { ReachBar } from "../../../ui/display/reach-bar.tsx";
import { createdColumn } from "../../../ui/grid/columns.ts";
import type { GridColumn } from "../../../ui/grid/grid-types.ts";
import { useReachParts, type ListRow } from "../list-parts.ts";
import { listsMessages } from "../messages.ts";
import classes from "./lists.module.css";

/** The shop and, for a list of a shop, what the shop puts into it. */
export function useListNote(shops: readonly Choice[]): (list: ListRow) => string {
  const t = useMessages(listsMessages);
  return ({ shopId, systemKind, name, publicName }) =>
    [
      shops.find(({ value }) => value === shopId)?.label,
      systemKind === null ? publicName.replace(name, "") : t.system[systemKind],
    ]
      .filter(Boolean)
      .join(" · ");
}

export function ListReach({ counts }: Pick<ListRow, "counts">) {
  return <ReachBar {...useReachParts()(counts)} withLegend={false} height={8} />;
}

export function useListColumns(shops: readonly Choice[]): readonly GridColumn<ListRow>[] {
  const t = useMessages(listsMessages);
  const { date, number } = useFormats();
  const noteOf = useListNote(shops);
  return [
    {
      key: "name",
      head: t.columns.name,
      sort: "name",
      isFixed: true,
      cell: (list) => (
        <span className={classes["name"]}>
          <Link to="/lists/$listId" params={{ listId: list.id }}>
            {list.name}
          </Link>
          <span>{noteOf(list)}</span>
        </span>
      ),
    },
    {
      key: "reach",
      head: t.columns.reach,
      cell: ({ counts }) => (
        <div className={classes["reach"]}>
          <ListReach counts={counts} />
        </div>
      ),
    },
    {
      key: "active",
      head: t.columns.mailable,
      sort: "active",
      align: "end",
      cell: ({ counts }) => number(counts.byBucket.active),
    },
    {
      key: "members",
      head: t.columns.members,
      sort: "members",
      align: "end",
      cell: ({ counts }) => number(counts.total),
    },
    {
      key: "tags",
      head: t.columns.tags,
      cell: ({ tags }) => (
        <span className={classes["tags"]}>
          {tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </span>
      ),
    },
    createdColumn(t.columns.created, date),
  ];
}
