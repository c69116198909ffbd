import { Button, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read, readPage } from "../../../../api/queries.ts";
import { useFormats, useMessages } from "../../../../i18n/messages.tsx";
import { DialogFoot } from "../../../../ui/dialog/form-dialog.tsx";
import { Callout } from "../../../../ui/display/callout.tsx";
import { Waiting } from "../../../../ui/state/waiting.tsx";
import { useAutomationEditor } from "../editor-context.ts";
import { findDifference } from "../model/difference.ts";
import { isWhollyKnown, readGraph, type Graph, type StoredGraph } from "../model/graph.ts";
import { DifferenceList } from "./difference-list.tsx";
import { versionMessages } from "./messages.ts";
import classes from "./versions.module.css";

const pageSize = 20;

type BodyProps = {
  readonly savedVersion: number;
  /** The version to show first; not a number for the newest one that differs from the editor. */
  readonly first: number;
  readonly onDone: () => void;
};

export function VersionsBody({ savedVersion, first, onDone }: BodyProps) {
  const t = useMessages(versionMessages);
  const { data: editor } = useAutomationEditor();
  const { id } = editor.automation;
  const [page, setPage] = useState(1);
  const [chosen, choose] = useState<number>();
  const { data, error, refetch } = useQuery({
    ...readPage("GET /automations/{automation_id}/versions", {
      params: { automation_id: id },
      query: { page, pageSize },
    }),
    staleTime: 0,
  });
  if (data === undefined) return <Waiting error={error} what={t.list} lines={4} onRetry={refetch} />;
  const listed = data.items.map(({ version }) => version);
  const shown = chosen ?? listed.find((version) => version === first) ?? listed[1] ?? listed[0];
  return (
    <div className={classes["body"]}>
      <section aria-label={t.list}>
        <VersionList items={data.items} shown={shown} savedVersion={savedVersion} onChoose={choose} />
        {data.total > pageSize && (
          <div className={classes["pages"]}>
            <Button variant="default" size="xs" disabled={page === 1} onClick={() => setPage(page - 1)}>
              {t.newer}
            </Button>
            <Button
              variant="default"
              size="xs"
              disabled={page * pageSize >= data.total}
              onClick={() => setPage(page + 1)}
            >
              {t.older}
            </Button>
          </div>
        )}
      </section>
      {shown !== undefined && <Comparison key={shown} version={shown} listed={listed} onDone={onDone} />}
    </div>
  );
}

type ListProps = {
  readonly items: readonly { readonly version: number; readonly at: string }[];
  readonly shown: number | undefined;
  readonly savedVersion: number;
  readonly onChoose: (version: number) => void;
};

function VersionList({ items, shown, savedVersion, onChoose }: ListProps) {
  const t = useMessages(versionMessages);
  const { dateTime } = useFormats();
  return (
    <ol className={classes["list"]}>
      {items.map(({ version, at }) => (
        <li key={version}>
          <button type="button" aria-pressed={version === shown} onClick={() => onChoose(version)}>
            <b>{t.version(version)}</b>
            <small>
              {dateTime(at)}
              {version === savedVersion && ` · ${t.saved}`}
            </small>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Versions are never changed, so what was read once stays. */
const useVersion = (id: string, version: number | undefined) =>
  useQuery({
    ...read("GET /automations/{automation_id}/versions/{version}", {
      params: { automation_id: id, version: String(version) },
    }),
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });

type ComparisonProps = {
  readonly version: number;
  readonly listed: readonly number[];
  readonly onDone: () => void;
};

/** The version beside the graph in the editor, or beside another version; the older one is the first. */
function Comparison({ version, listed, onDone }: ComparisonProps) {
  const t = useMessages(versionMessages);
  const { data, graph, canEdit, change, offerUndo } = useAutomationEditor();
  const { id } = data.automation;
  const [other, setOther] = useState<number>();
  const first = useVersion(id, version);
  const second = useVersion(id, other);
  const stored = first.data?.graph;
  const compared: StoredGraph | undefined = other === undefined ? graph : second.data?.graph;
  const failed = first.error ?? second.error;
  const restore = (restored: Graph) => {
    change(restored);
    offerUndo(restored, t.restored(version));
    onDone();
  };
  if (stored === undefined || compared === undefined)
    return <Waiting error={failed} what={t.version(version)} lines={4} onRetry={first.refetch} />;
  const isKnown = isWhollyKnown(stored) && isWhollyKnown(compared);
  const [before, after] = other !== undefined && other < version ? [compared, stored] : [stored, compared];
  return (
    <section className={classes["comparison"]} aria-label={t.version(version)}>
      <Select
        label={t.compare}
        data={[
          { value: "", label: t.current },
          ...listed.filter((one) => one !== version).map((one) => ({ value: String(one), label: t.withVersion(one) })),
        ]}
        value={other === undefined ? "" : String(other)}
        onChange={(next) => setOther(next === null || next === "" ? undefined : Number(next))}
        allowDeselect={false}
        w={260}
      />
      <h2>
        {other === undefined ? t.toCurrent(version) : t.between(Math.min(version, other), Math.max(version, other))}
      </h2>
      {isKnown ? (
        <DifferenceList difference={findDifference(readGraph(before), readGraph(after))} />
      ) : (
        <Callout tone="warn">{t.unknownSteps}</Callout>
      )}
      {canEdit && isWhollyKnown(stored) && (
        <>
          <p className={classes["note"]}>{t.restoreText}</p>
          <DialogFoot>
            <Button onClick={() => restore(readGraph(stored))}>{t.restore(version)}</Button>
          </DialogFoot>
        </>
      )}
    </section>
  );
}
