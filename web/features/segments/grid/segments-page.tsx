import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { readPage } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { optionsOf } from "../../../ui/choices/options.ts";
import { useShopFilter } from "../../../ui/choices/use-shop-filter.ts";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { RowMenu } from "../../../ui/display/row-menu.tsx";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import { choiceOf, useGrid } from "../../../ui/grid/use-grid.ts";
import { IconFilter, IconPlus } from "../../../ui/icons.ts";
import { Empty } from "../../../ui/state/empty.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { useSegmentActions, type Segment } from "../actions.tsx";
import { recipes } from "../recipes.ts";
import { segmentsMessages } from "../messages.ts";
import { SegmentReach, useSegmentColumns } from "./columns.tsx";

export function Page() {
  const t = useMessages(segmentsMessages);
  const ui = useMessages(uiMessages);
  const canAdd = useCan()("contacts", "full");
  const { date } = useFormats();
  const grid = useGrid({ name: "segments", sort: "name", filters: ["refresh", "shop"] });
  const refresh = choiceOf(t.refreshKinds, grid.filters["refresh"]);
  const result = useQuery(readPage("GET /segments", { query: { ...grid.query, refresh, shop: grid.filters["shop"] } }));
  const shopFilter = useShopFilter();
  const { actionsOf, dialogs } = useSegmentActions();
  const addButton = canAdd && (
    <Button component={Link} to="/segments/new" leftSection={<IconPlus size={16} />}>
      {t.add}
    </Button>
  );
  return (
    <>
      <PageHeader title={t.title} actions={addButton} />
      <DataGrid<Segment>
        grid={grid}
        result={result}
        label={t.title}
        columns={useSegmentColumns()}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        searchLabel={t.search}
        filters={[
          ...shopFilter,
          {
            name: "refresh",
            label: t.filters.refresh,
            input: { options: optionsOf(t.refreshKinds) },
          },
        ]}
        noMatch={t.noMatch}
        link={({ id }, content) => (
          <Link to="/segments/$segmentId" params={{ segmentId: id }}>
            {content}
          </Link>
        )}
        phoneRow={(row) => ({
          title: row.name,
          corner: <SegmentReach segment={row} />,
          second: t.reach(row.matched, row.mailable),
          secondCorner: date(row.updatedAt),
        })}
        rowMenu={canAdd ? (row) => <RowMenu label={`${ui.more}: ${row.name}`} actions={actionsOf(row)} /> : undefined}
        empty={<NoSegments action={addButton} canAdd={canAdd} />}
      />
      {dialogs}
    </>
  );
}

function NoSegments({ action, canAdd }: { action: React.ReactNode; canAdd: boolean }) {
  const t = useMessages(segmentsMessages);
  const navigate = useNavigate();
  const tiles = recipes.map(({ key }) => ({
    icon: <IconFilter size={18} />,
    title: t.recipes[key],
    text: t.recipes[`${key}Text`],
    onChoose: () => void navigate({ to: "/segments/new", search: { recipe: key } }),
  }));
  return <Empty title={t.empty} text={t.emptyText} action={action} {...(canAdd ? { recipes: tiles } : {})} />;
}
