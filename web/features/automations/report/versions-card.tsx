import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { OutputOf } from "../../../api/operations.ts";
import { read } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { RecordTable } from "../../../ui/display/record-table.tsx";
import { Revenue } from "../../../ui/revenue/revenue.tsx";
import { Notice } from "../../../ui/state/failure.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { reportMessages } from "./messages.ts";
import classes from "./report.module.css";

type Version = OutputOf<"GET /stats/automations/{automation_id}/versions">["items"][number];

/** Two versions beside each other, by those who entered with them. */
export function VersionsCard({ automationId }: { automationId: string }) {
  const t = useMessages(reportMessages);
  const { data, error, refetch } = useQuery(
    read("GET /stats/automations/{automation_id}/versions", { params: { automation_id: automationId } }),
  );
  const [newest, before] = data?.items ?? [];
  return (
    <Card title={t.versions} flush>
      {data === undefined && <Waiting error={error} what={t.versions} onRetry={refetch} />}
      {data !== undefined && (newest === undefined || before === undefined) && <Notice title={t.oneVersion} />}
      {data !== undefined && newest !== undefined && before !== undefined && (
        <Comparison versions={data.items} first={before} second={newest} />
      )}
    </Card>
  );
}

function Comparison({ versions, first, second }: { versions: readonly Version[]; first: Version; second: Version }) {
  const t = useMessages(reportMessages);
  const [chosen, setChosen] = useState({ left: first.version, right: second.version });
  const find = (version: number, otherwise: Version) => versions.find((one) => one.version === version) ?? otherwise;
  const [left, right] = [find(chosen.left, first), find(chosen.right, second)];
  const rows = useFigures();
  const options = versions.map(({ version, at }) => ({ value: String(version), label: t.versionOf(version, at) }));
  const select = (label: string, value: number, onChange: (version: number) => void) => (
    <Select
      label={label}
      data={options}
      value={String(value)}
      onChange={(next) => onChange(Number(next))}
      allowDeselect={false}
    />
  );
  return (
    <>
      <div className={classes["versions"]}>
        {select(t.left, left.version, (version) => setChosen({ ...chosen, left: version }))}
        {select(t.right, right.version, (version) => setChosen({ ...chosen, right: version }))}
      </div>
      <RecordTable
        label={t.versions}
        rows={rows}
        rowId={({ key }) => key}
        columns={[
          { key: "what", head: t.what, cell: ({ key }) => t.rows[key] },
          { key: "left", head: t.version(left.version), align: "end", cell: ({ of }) => of(left) },
          { key: "right", head: t.version(right.version), align: "end", cell: ({ of }) => of(right) },
        ]}
      />
      <p className={classes["note"]}>{t.versionsNote}</p>
    </>
  );
}

type FigureKey =
  | "entered"
  | "inside"
  | "completed"
  | "ended"
  | "sent"
  | "opened"
  | "clicked"
  | "unsubscribed"
  | "orders"
  | "revenue"
  | "perRun";

function useFigures(): readonly { readonly key: FigureKey; readonly of: (version: Version) => ReactNode }[] {
  const { number, percent, money } = useFormats();
  const share = (part: number, of: number) => (of === 0 ? "–" : `${percent(part / of)} (${number(part)})`);
  return [
    { key: "entered", of: ({ entered }) => number(entered) },
    { key: "inside", of: ({ inside }) => number(inside) },
    { key: "completed", of: ({ completed, entered }) => share(completed, entered) },
    { key: "ended", of: ({ ended, entered }) => share(ended, entered) },
    { key: "sent", of: ({ sent }) => number(sent) },
    { key: "opened", of: ({ opened, sent }) => share(opened, sent) },
    { key: "clicked", of: ({ clicked, sent }) => share(clicked, sent) },
    { key: "unsubscribed", of: ({ unsubscribed, sent }) => share(unsubscribed, sent) },
    { key: "orders", of: ({ conversions }) => number(conversions.reduce((sum, { orders }) => sum + orders, 0)) },
    { key: "revenue", of: ({ conversions }) => <Revenue amounts={conversions} /> },
    {
      key: "perRun",
      of: ({ conversions, entered }) => {
        const [first] = conversions.toSorted((one, other) => other.orders - one.orders);
        if (first === undefined || entered === 0) return "–";
        return money((Number(first.revenue) / entered).toFixed(2), first.currency);
      },
    },
  ];
}
