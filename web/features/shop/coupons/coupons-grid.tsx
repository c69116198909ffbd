import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../../api/operations.ts";
import { readPage } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { optionsOf } from "../../../ui/choices/options.ts";
import { PageLink } from "../../../ui/display/page-link.tsx";
import { Status, type StatusAppearance } from "../../../ui/display/status.tsx";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import { choiceOf, useGrid } from "../../../ui/grid/use-grid.ts";
import { Empty } from "../../../ui/state/empty.tsx";
import { couponsMessages } from "./messages.ts";
import classes from "../shop.module.css";

type Coupon = OutputOf<"GET /coupon-stacks/{stack_id}/coupons">["items"][number];

const appearances: Readonly<Record<Coupon["status"], StatusAppearance>> = {
  assigned: { shape: "dashed", tone: "warn" },
  used: { shape: "tick", tone: "good" },
};

/** Who has which code. */
export function CouponsGrid({ stackId }: { stackId: string }) {
  const t = useMessages(couponsMessages);
  const { dateTime, shortDate } = useFormats();
  const grid = useGrid({ name: "coupon-codes", sort: "id", filters: ["status"] });
  const { page, pageSize, q } = grid.query;
  const status = choiceOf(t.statuses, grid.filters["status"]);
  const result = useQuery(
    readPage("GET /coupon-stacks/{stack_id}/coupons", {
      params: { stack_id: stackId },
      query: { page, pageSize, q, status },
    }),
  );
  const time = (at: string | null) => (at === null ? "–" : dateTime(at));
  return (
    <DataGrid<Coupon>
      grid={grid}
      result={result}
      label={t.codes}
      rowId={({ id }) => id}
      rowName={({ code }) => code}
      searchLabel={t.codeSearch}
      filters={[
        {
          name: "status",
          label: t.codeColumns.status,
          input: { options: optionsOf(t.statuses) },
        },
      ]}
      columns={[
        {
          key: "code",
          head: t.codeColumns.code,
          isFixed: true,
          cell: ({ code }) => <code className={classes["code"]}>{code}</code>,
        },
        {
          key: "contact",
          head: t.codeColumns.contact,
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
          key: "status",
          head: t.codeColumns.status,
          cell: (coupon) => <Status appearance={appearances[coupon.status]} label={t.statuses[coupon.status]} />,
        },
        { key: "assigned", head: t.codeColumns.assigned, align: "end", cell: ({ assignedAt }) => time(assignedAt) },
        { key: "used", head: t.codeColumns.used, align: "end", cell: ({ usedAt }) => time(usedAt) },
      ]}
      phoneRow={(coupon) => ({
        title: coupon.code,
        appearance: appearances[coupon.status],
        second: coupon.email ?? t.noContact,
        secondCorner: coupon.assignedAt === null ? "" : shortDate(coupon.assignedAt),
      })}
      empty={<Empty title={t.codesNone} text={t.codesNoneText} />}
    />
  );
}
