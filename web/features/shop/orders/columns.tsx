import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { PageLink } from "../../../ui/display/page-link.tsx";
import { Status } from "../../../ui/display/status.tsx";
import type { GridColumn } from "../../../ui/grid/grid-types.ts";
import { meaningAppearances, type Order } from "./appearance.ts";
import { ordersMessages } from "./messages.ts";

export function useOrderColumns(): readonly GridColumn<Order>[] {
  const t = useMessages(ordersMessages);
  const { money, dateTime } = useFormats();
  return [
    {
      key: "number",
      head: t.columns.number,
      isFixed: true,
      isLink: true,
      cell: ({ externalId }) => externalId,
    },
    {
      key: "customer",
      head: t.columns.customer,
      cell: ({ contactId, email }) =>
        contactId === null ? (
          (email ?? t.noContact)
        ) : (
          <PageLink path="/contacts/$contactId" params={{ contactId }}>
            {email}
          </PageLink>
        ),
    },
    {
      key: "state",
      head: t.columns.state,
      cell: ({ state, meaning }) => <Status appearance={meaningAppearances[meaning]} label={state} />,
    },
    {
      key: "createdAt",
      head: t.columns.created,
      sort: "createdAt",
      align: "end",
      cell: ({ createdAt }) => dateTime(createdAt),
    },
    {
      key: "total",
      head: t.columns.total,
      sort: "total",
      align: "end",
      cell: ({ total, currency }) => money(total, currency),
    },
  ];
}
