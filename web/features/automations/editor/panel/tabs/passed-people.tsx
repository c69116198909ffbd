import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OutputOf } from "../../../../../api/operations.ts";
import { readPage } from "../../../../../api/queries.ts";
import { useFormats, useMessages } from "../../../../../i18n/messages.tsx";
import { Waiting } from "../../../../../ui/state/waiting.tsx";
import { useReasonText } from "../../../detail/use-reason-text.ts";
import { useAutomationEditor } from "../../editor-context.ts";
import { outputsOf } from "../../model/grammar.ts";
import type { GraphNode } from "../../model/graph.ts";
import { useOutputName } from "../../use-output-name.ts";
import { PeopleList, peoplePageSize } from "./people-list.tsx";
import { tabMessages } from "./messages.ts";
import classes from "./tabs.module.css";

type Pass = OutputOf<"GET /automations/{automation_id}/nodes/{key}/passes">["items"][number];

/** Who passed the node, newest first, with the branch that was followed or why nothing was done. */
export function PassedPeople({ node }: { node: GraphNode }) {
  const t = useMessages(tabMessages);
  const { dateTime, number } = useFormats();
  const { data: editor, grammar } = useAutomationEditor();
  const outputName = useOutputName();
  const reasonText = useReasonText();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(
    readPage("GET /automations/{automation_id}/nodes/{key}/passes", {
      params: { automation_id: editor.automation.id, key: node.id },
      query: { page, pageSize: peoplePageSize },
    }),
  );
  const hasBranches = outputsOf(grammar, node).length > 1;
  const noteOf = ({ at, output, result, reason }: Pass): string =>
    [
      dateTime(at),
      ...(hasBranches && output !== null ? [outputName(node, output)] : []),
      ...(result === "done" ? [] : [t.results[result], ...(reason === null ? [] : [reasonText(reason)])]),
    ].join(" · ");
  if (data === undefined) return <Waiting error={error} onRetry={refetch} />;
  return (
    <section className={classes["section"]} aria-label={t.passed}>
      <h3 className={classes["heading"]}>
        {t.passed} {number(data.total)}
      </h3>
      {data.total === 0 && <p className={classes["note"]}>{t.nobodyPassed}</p>}
      <PeopleList label={t.passed} rows={data.items} total={data.total} page={page} onPage={setPage} note={noteOf} />
    </section>
  );
}
