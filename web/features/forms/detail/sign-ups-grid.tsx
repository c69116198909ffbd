import { useQuery } from "@tanstack/react-query";
import { readPage } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { PageLink } from "../../../ui/display/page-link.tsx";
import { Status } from "../../../ui/display/status.tsx";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import { useGrid } from "../../../ui/grid/use-grid.ts";
import { Notice } from "../../../ui/state/failure.tsx";
import { signUpAppearances, type SignUp } from "../appearance.ts";
import { formsMessages } from "../messages.ts";

/** Who signed up, newest first. */
export function SignUpsGrid({ formId }: { formId: string }) {
  const t = useMessages(formsMessages);
  const { dateTime, ago } = useFormats();
  const grid = useGrid({ name: "sign-ups", sort: "-filledAt", filters: ["filledFrom", "filledTo"] });
  const { filledFrom, filledTo } = grid.filters;
  const result = useQuery(
    readPage("GET /forms/{form_id}/history", {
      params: { form_id: formId },
      query: { ...grid.query, filledFrom, filledTo },
    }),
  );
  const emailOf = ({ contactId, email }: SignUp) =>
    contactId === null ? (
      (email ?? t.erased)
    ) : (
      <PageLink path="/contacts/$contactId" params={{ contactId }}>
        {email ?? t.erased}
      </PageLink>
    );
  return (
    <DataGrid<SignUp>
      grid={grid}
      result={result}
      label={t.history}
      rowId={({ id }) => id}
      rowName={({ email }) => email ?? t.erased}
      searchLabel={t.historySearch}
      filters={[
        { name: "filledFrom", label: t.historyFilters.from, input: "day" },
        { name: "filledTo", label: t.historyFilters.to, input: "day" },
      ]}
      columns={[
        { key: "email", head: t.historyColumns.email, sort: "email", isFixed: true, cell: emailOf },
        {
          key: "state",
          head: t.historyColumns.state,
          cell: ({ state }) => <Status appearance={signUpAppearances[state]} label={t.states[state]} />,
        },
        {
          key: "filledAt",
          head: t.historyColumns.filled,
          sort: "filledAt",
          align: "end",
          cell: ({ filledAt }) => dateTime(filledAt),
        },
        {
          key: "confirmedAt",
          head: t.historyColumns.confirmed,
          sort: "confirmedAt",
          align: "end",
          cell: ({ confirmedAt }) => (confirmedAt === null ? "–" : dateTime(confirmedAt)),
        },
      ]}
      phoneRow={(signUp) => ({
        title: emailOf(signUp),
        appearance: signUpAppearances[signUp.state],
        second: t.states[signUp.state],
        secondCorner: ago(signUp.filledAt),
      })}
      empty={
        <Card flush>
          <Notice title={t.historyNone} text={t.historyNoneText} />
        </Card>
      }
    />
  );
}
