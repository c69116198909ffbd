import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read, useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { unicodeDomain } from "../../../ui/names/web-address.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { RecordName, RecordTable } from "../../../ui/display/record-table.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { IconRefresh, IconTrash } from "../../../ui/icons.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { RecordChips } from "./dns-record.tsx";
import { domainsMessages } from "./messages.ts";
import classes from "../sending.module.css";

const refresh = ["GET /deliverability/domains"] as const;

/** Domains that other services send from: their records are checked daily. */
export function MonitoredCard() {
  const t = useMessages(domainsMessages);
  const can = useCan();
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(read("GET /deliverability/domains"));
  const canChange = can("settings", "full");
  return (
    <Card
      title={t.monitored}
      aside={
        canChange && (
          <Button variant="default" size="xs" onClick={() => setAdding(true)}>
            {t.monitor}
          </Button>
        )
      }
      flush
    >
      {data === undefined && <Waiting error={error} what={t.monitored} onRetry={refetch} />}
      {data?.items.length === 0 && <p className={classes["pad"]}>{t.monitoredNone}</p>}
      {data !== undefined && data.items.length > 0 && (
        <RecordTable
          label={t.monitored}
          rows={data.items}
          rowId={({ id }) => id}
          columns={[
            {
              key: "domain",
              head: t.columns.domain,
              cell: ({ domain, checkedAt }) => (
                <RecordName note={checkedAt === null ? t.neverChecked : t.checked(checkedAt)}>
                  {unicodeDomain(domain)}
                </RecordName>
              ),
            },
            {
              key: "records",
              head: t.columns.records,
              cell: ({ records, checkedAt }) => <RecordChips records={records} isChecked={checkedAt !== null} />,
            },
            ...(canChange
              ? [
                  {
                    key: "actions",
                    head: t.columns.actions,
                    align: "end" as const,
                    cell: ({ id, domain }: { id: string; domain: string }) => <RowActions id={id} domain={domain} />,
                  },
                ]
              : []),
          ]}
        />
      )}
      <FormDialog isOpen={isAdding} onClose={() => setAdding(false)} title={t.monitor}>
        <MonitorForm onClose={() => setAdding(false)} />
      </FormDialog>
    </Card>
  );
}

function RowActions({ id, domain }: { id: string; domain: string }) {
  const t = useMessages(domainsMessages);
  const toast = useToasts();
  const params = { domain_id: id };
  const check = useChange("POST /deliverability/domains/{domain_id}/check", {
    refresh,
    onDone: () => toast.done(t.checkedDone),
    onFailed: (error) => toast.failed(error, error.is("unavailable dns") ? t.dnsDown : undefined),
  });
  const remove = useChange("DELETE /deliverability/domains/{domain_id}", {
    refresh,
    onDone: () => toast.done(t.monitorRemoved),
    onFailed: (error) => toast.failed(error),
  });
  return (
    <span className={classes["actions"]}>
      <Tooltip label={t.checkNow(domain)}>
        <ActionIcon aria-label={t.checkNow(domain)} loading={check.isPending} onClick={() => check.mutate({ params })}>
          <IconRefresh size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t.stopMonitoring}>
        <ActionIcon
          aria-label={`${t.stopMonitoring}: ${domain}`}
          loading={remove.isPending}
          onClick={() => remove.mutate({ params })}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Tooltip>
    </span>
  );
}

function MonitorForm({ onClose }: { onClose: () => void }) {
  const t = useMessages(domainsMessages);
  const toast = useToasts();
  const add = useChange("POST /deliverability/domains", { refresh });
  const form = useApiForm({
    initial: { domain: "", dkimSelectors: "default" },
    messages: {
      domain: t.form.invalid,
      dkimSelectors: t.selectorsInvalid,
      "conflict name": t.form.taken,
      "conflict limit": t.form.limit,
    },
    fields: { "conflict name": "domain" },
    send: async ({ domain, dkimSelectors }) => {
      const selectors = dkimSelectors.split(/[\s,;]+/).filter((selector) => selector !== "");
      await add.mutateAsync({ body: { domain, dkimSelectors: selectors } });
      toast.done(t.monitorAdded);
      onClose();
    },
  });
  return (
    <DialogForm form={form} submit={t.monitor} onClose={onClose}>
      <TextField form={form} name="domain" label={t.form.domain} isFirst />
      <TextField form={form} name="dkimSelectors" label={t.selectors} hint={t.selectorsHint} />
    </DialogForm>
  );
}
