import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { readPage } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { useShopFilter } from "../../../ui/choices/use-shop-filter.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { AddButton } from "../../../ui/display/add-button.tsx";
import { createdColumn, nameColumn } from "../../../ui/grid/columns.ts";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import type { GridColumn } from "../../../ui/grid/grid-types.ts";
import { useGrid } from "../../../ui/grid/use-grid.ts";
import { Empty } from "../../../ui/state/empty.tsx";
import { ShopSection } from "../section.tsx";
import { AddStackForm } from "./add-stack-form.tsx";
import { StackBar, type Stack } from "./stack-bar.tsx";
import { couponsMessages } from "./messages.ts";
import classes from "../shop.module.css";

export function Page() {
  const t = useMessages(couponsMessages);
  const can = useCan();
  const { shortDate } = useFormats();
  const [isAdding, setAdding] = useState(false);
  const grid = useGrid({ name: "coupons", sort: "-createdAt", filters: ["shop"] });
  const result = useQuery(readPage("GET /coupon-stacks", { query: { ...grid.query, shop: grid.filters["shop"] } }));
  const addButton = can("settings", "full") ? <AddButton label={t.add} onClick={() => setAdding(true)} /> : undefined;
  const isEmpty = result.data?.total === 0 && grid.search === "" && grid.filters["shop"] === undefined;
  return (
    <ShopSection actions={isEmpty ? undefined : addButton}>
      <DataGrid<Stack>
        grid={grid}
        result={result}
        label={t.title}
        columns={useStackColumns()}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        searchLabel={t.search}
        filters={useShopFilter()}
        noMatch={t.noMatch}
        link={({ id }, content) => (
          <Link to="/shop/coupons/$stackId" params={{ stackId: id }}>
            {content}
          </Link>
        )}
        phoneRow={({ name, mergeKey, counts, createdAt }) => ({
          title: name,
          corner: t.freeCount(counts.free),
          second: <code className={classes["code"]}>{t.mergeTag(mergeKey)}</code>,
          secondCorner: shortDate(createdAt),
        })}
        empty={<Empty title={t.empty} text={t.emptyText} action={addButton} />}
      />
      <FormDialog isOpen={isAdding} onClose={() => setAdding(false)} title={t.add}>
        <AddStackForm onClose={() => setAdding(false)} />
      </FormDialog>
    </ShopSection>
  );
}

function useStackColumns(): readonly GridColumn<Stack>[] {
  const t = useMessages(couponsMessages);
  const { number, date } = useFormats();
  return [
    nameColumn(t.columns.name),
    {
      key: "tag",
      head: t.columns.tag,
      cell: ({ mergeKey }) => <code className={classes["code"]}>{t.mergeTag(mergeKey)}</code>,
    },
    {
      key: "codes",
      head: t.columns.codes,
      cell: ({ counts }) =>
        counts.free + counts.assigned + counts.used === 0 ? (
          t.noCodes
        ) : (
          <div className={classes["stackBar"]}>
            <StackBar counts={counts} withLegend={false} />
          </div>
        ),
    },
    { key: "free", head: t.columns.free, align: "end", cell: ({ counts }) => number(counts.free) },
    createdColumn(t.columns.created, date),
  ];
}
