import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../../api/operations.ts";
import { readPage } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { optionsOf } from "../../../ui/choices/options.ts";
import { PageLink } from "../../../ui/display/page-link.tsx";
import { Status, type StatusAppearance } from "../../../ui/display/status.tsx";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import { choiceOf, useGrid } from "../../../ui/grid/use-grid.ts";
import { Card } from "../../../ui/display/card.tsx";
import { Notice } from "../../../ui/state/failure.tsx";
import { readNodes } from "./graph-rows.ts";
import { useStepText } from "./step-text.ts";
import type { Editor } from "./steps-card.tsx";
import { detailMessages } from "./messages.ts";
import classes from "./detail.module.css";

type Run = OutputOf<"GET /automations/{automation_id}/runs">["items"][number];

const runAppearances: Readonly<Record<Run["state"], StatusAppearance>> = {
  running: { shape: "half", tone: "accent" },
  waiting: { shape: "dashed", tone: "warn" },
  completed: { shape: "tick", tone: "good" },
  stopped: { shape: "slashed", tone: "mute" },
  failed: { shape: "cross", tone: "bad" },
};

/** Who is where, newest first. */
export function RunsGrid({ editor }: { editor: Editor }) {
  const t = useMessages(detailMessages);
  const { dateTime, ago } = useFormats();
  const describe = useStepText(editor);
  const nodes = readNodes(editor.automation.graph);
  const grid = useGrid({ name: "automation-runs", sort: "", filters: ["state"] });
  const { page, pageSize, q } = grid.query;
  const result = useQuery(
    readPage("GET /automations/{automation_id}/runs", {
      params: { automation_id: editor.automation.id },
      query: { page, pageSize, q, state: choiceOf(t.runStates, grid.filters["state"]) },
    }),
  );
  const stepOf = (id: string): string => {
    const found = nodes.find((node) => node.id === id);
    return found === undefined ? id : describe(found).title;
  };
  const reasons: Readonly<Record<string, string>> = t.stopReasons;
  const stateOf = ({ state, reason }: Run): string =>
    [t.runStates[state], ...(reason === null ? [] : [reasons[reason] ?? reason])].join(" · ");
  const contactOf = ({ contactId, email }: Run) =>
    email === null ? (
      t.erased
    ) : (
      <PageLink path="/contacts/$contactId" params={{ contactId }}>
        {email}
      </PageLink>
    );
  return (
    <DataGrid<Run>
      grid={grid}
      result={result}
      label={t.runs}
      rowId={({ id }) => id}
      rowName={({ email }) => email ?? t.erased}
      searchLabel={t.runSearch}
      filters={[
        {
          name: "state",
          label: t.runColumns.state,
          input: { options: optionsOf(t.runStates) },
        },
      ]}
      columns={[
        { key: "contact", head: t.runColumns.contact, isFixed: true, cell: contactOf },
        {
          key: "state",
          head: t.runColumns.state,
          cell: (run) => <Status appearance={runAppearances[run.state]} label={stateOf(run)} />,
        },
        {
          key: "node",
          head: t.runColumns.node,
          cell: ({ node }) => <span className={classes["runStep"]}>{stepOf(node)}</span>,
        },
        { key: "entered", head: t.runColumns.entered, align: "end", cell: ({ enteredAt }) => dateTime(enteredAt) },
      ]}
      phoneRow={(run) => ({
        title: contactOf(run),
        appearance: runAppearances[run.state],
        second: stepOf(run.node),
        secondCorner: ago(run.enteredAt),
      })}
      empty={
        <Card flush>
          <Notice title={t.runsNone} text={t.runsNoneText} />
        </Card>
      }
    />
  );
}
