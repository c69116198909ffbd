import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { read } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { AddButton } from "../../../ui/display/add-button.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { Status, type StatusAppearance } from "../../../ui/display/status.tsx";
import { ListTable, TwoLines } from "../../../ui/grid/list-table.tsx";
import { AddShopForm, type Shop } from "./shop-form.tsx";
import { shopsMessages } from "./messages.ts";

export const shopAppearance = (isEnabled: boolean): StatusAppearance =>
  isEnabled ? { shape: "circle", tone: "good" } : { shape: "slashed", tone: "mute" };

export function Page() {
  const t = useMessages(shopsMessages);
  const { number, language: shown } = useFormats();
  const languageNames = new Intl.DisplayNames([shown], { type: "language" });
  const canChange = useCan()("settings", "full");
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(read("GET /shops", { query: { pageSize: 100, sort: "name" } }));
  const link = ({ id, name }: Shop) => (
    <Link to="/settings/shops/$shopId" params={{ shopId: id }}>
      {name}
    </Link>
  );
  return (
    <>
      <PageHeader
        title={t.title}
        facts={t.facts}
        actions={canChange ? <AddButton label={t.add} onClick={() => setAdding(true)} /> : undefined}
      />
      <ListTable<Shop>
        label={t.title}
        rows={data?.items}
        error={error}
        onRetry={() => void refetch()}
        rowId={({ id }) => id}
        columns={[
          {
            key: "shop",
            head: t.columns.shop,
            cell: (shop) => <TwoLines first={link(shop)} second={shop.url ?? ""} />,
          },
          {
            key: "state",
            head: t.columns.state,
            cell: ({ enabled }) => <Status appearance={shopAppearance(enabled)} label={enabled ? t.on : t.off} />,
          },
          { key: "language", head: t.columns.language, cell: ({ language }) => languageNames.of(language) ?? language },
          { key: "currencies", head: t.columns.currencies, cell: ({ currencies }) => currencies.join(", ") },
          { key: "contacts", head: t.columns.contacts, align: "end", cell: ({ contacts }) => number(contacts) },
        ]}
        phoneRow={(shop) => ({
          title: link(shop),
          appearance: shopAppearance(shop.enabled),
          second: shop.enabled ? t.on : t.off,
          secondCorner: t.contacts(shop.contacts),
        })}
      />
      <FormDialog isOpen={isAdding} onClose={() => setAdding(false)} title={t.add}>
        <AddShopForm onClose={() => setAdding(false)} />
      </FormDialog>
    </>
  );
}
