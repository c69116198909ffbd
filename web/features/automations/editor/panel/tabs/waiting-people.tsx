import { Button, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OutputOf } from "../../../../../api/operations.ts";
import { readPage } from "../../../../../api/queries.ts";
import { useCan } from "../../../../../api/session.tsx";
import { useFormats, useMessages } from "../../../../../i18n/messages.tsx";
import { Waiting } from "../../../../../ui/state/waiting.tsx";
import { detailMessages } from "../../../detail/messages.ts";
import { useAutomationEditor } from "../../editor-context.ts";
import type { GraphNode } from "../../model/graph.ts";
import { PeopleList, peoplePageSize } from "./people-list.tsx";
import { ReleaseDialog, type Released } from "./release-dialog.tsx";
import { RescheduleDialog } from "./reschedule-dialog.tsx";
import { tabMessages } from "./messages.ts";
import classes from "./tabs.module.css";

type Run = OutputOf<"GET /automations/{automation_id}/runs">["items"][number];

/** A field to search by appears from so many people on. */
const manyPeople = 10;

/** Who stands at the node; they can be let go on, and the end of their waiting can be computed again. */
export function WaitingPeople({ node }: { node: GraphNode }) {
  const t = useMessages(tabMessages);
  const { number, dateTime } = useFormats();
  const { runSearch } = useMessages(detailMessages);
  const can = useCan();
  const { data: editor, counts } = useAutomationEditor();
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState("");
  const [q] = useDebouncedValue(search, 300);
  const [released, setReleased] = useState<Released>();
  const [isRescheduling, setRescheduling] = useState(false);
  const { data, error, refetch } = useQuery(
    readPage("GET /automations/{automation_id}/runs", {
      params: { automation_id: editor.automation.id },
      query: { node: node.id, state: "waiting", q, page, pageSize: peoplePageSize },
    }),
  );
  if (data === undefined) return <Waiting error={error} onRetry={refetch} />;
  const waiting = counts.nodes[node.id]?.waiting ?? 0;
  const canChange = can("campaigns", "full");
  const noteOf = ({ passes, enteredAt, dueAt }: Run): string => {
    const came = t.came(dateTime(passes.at(-1)?.at ?? enteredAt));
    return dueAt === null ? came : `${came} · ${t.goes(dateTime(dueAt))}`;
  };
  return (
    <section className={classes["section"]} aria-label={t.waiting}>
      <h3 className={classes["heading"]}>
        {t.waiting} {number(waiting)}
      </h3>
      {data.total === 0 && q === "" && <p className={classes["note"]}>{t.nobodyWaits}</p>}
      {canChange && data.total > 0 && q === "" && (
        <div className={classes["actions"]}>
          <Button variant="default" size="xs" onClick={() => setReleased({ count: data.total })}>
            {t.release.all}
          </Button>
          <Button variant="default" size="xs" onClick={() => setRescheduling(true)}>
            {t.reschedule.open}
          </Button>
        </div>
      )}
      {(waiting > manyPeople || search !== "") && (
        <TextInput
          size="xs"
          aria-label={runSearch}
          placeholder={runSearch}
          value={search}
          onChange={({ currentTarget }) => {
            setSearch(currentTarget.value);
            setPage(1);
          }}
        />
      )}
      <PeopleList
        label={t.waiting}
        rows={data.items}
        total={data.total}
        page={page}
        onPage={setPage}
        note={noteOf}
        action={({ contactId, email }) =>
          canChange && (
            <Button
              variant="default"
              size="xs"
              aria-label={t.release.one(email ?? contactId)}
              onClick={() => setReleased({ count: 1, contact: { id: contactId, email: email ?? contactId } })}
            >
              {t.release.short}
            </Button>
          )
        }
      />
      <ReleaseDialog node={node} released={released} onClose={() => setReleased(undefined)} />
      <RescheduleDialog node={node} count={data.total} isOpen={isRescheduling} onClose={() => setRescheduling(false)} />
    </section>
  );
}
