import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { read, useChange } from "../../api/queries.ts";
import { useCan } from "../../api/session.tsx";
import { useFormats, useWords } from "../../i18n/words.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { PageHead } from "../../ui/display/page-head.tsx";
import { RowMenu } from "../../ui/display/row-menu.tsx";
import { ListTable } from "../../ui/grid/list-table.tsx";
import { IconPencil, IconPlus, IconTrash } from "../../ui/icons.ts";
import { Empty } from "../../ui/state/empty.tsx";
import { useToasts } from "../../ui/state/toasts.tsx";
import { LabelForm } from "./label-form.tsx";
import { labelsWords } from "./words.ts";
import classes from "./labels.module.css";

export type Label = OutputOf<"GET /labels">["items"][number];

const otherKinds = ["list", "segment", "template", "campaign", "automation", "form"] as const;
const usesOf = ({ counts }: Label) => Object.values(counts).reduce((sum, count) => sum + count, 0);

const Name = ({ label }: { label: Label }) => (
  <span className={classes["label"]}>
    <span style={{ background: label.color }} aria-hidden="true" />
    {label.name}
  </span>
);

export function Page() {
  const t = useWords(labelsWords);
  const { date, number } = useFormats();
  const canChange = useCan()("settings", "full");
  const [edited, setEdited] = useState<Label | "new">();
  const [removed, setRemoved] = useState<Label>();
  const { data, error, refetch } = useQuery(read("GET /labels"));
  const addButton = canChange ? (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited("new")}>
      {t.add}
    </Button>
  ) : undefined;
  const others = ({ counts }: Label) =>
    otherKinds
      .filter((kind) => counts[kind] > 0)
      .map((kind) => t.kinds[kind](counts[kind]))
      .join(" · ") || "–";
  const close = () => setEdited(undefined);
  return (
    <>
      <PageHead title={t.title} facts={t.facts} actions={addButton} />
      <ListTable<Label>
        label={t.title}
        rows={data?.items}
        error={error}
        onRetry={() => void refetch()}
        rowId={({ id }) => id}
        columns={[
          { key: "label", head: t.columns.label, cell: (label) => <Name label={label} /> },
          { key: "contacts", head: t.columns.contacts, align: "end", cell: ({ counts }) => number(counts.contact) },
          { key: "others", head: t.columns.others, cell: others },
          { key: "created", head: t.columns.created, align: "end", cell: ({ createdAt }) => date(createdAt) },
        ]}
        phoneRow={(label) => ({ title: <Name label={label} />, second: t.uses(usesOf(label)) })}
        rowMenu={
          canChange
            ? (label) => (
                <RowMenu
                  label={t.menu(label.name)}
                  actions={[
                    { label: t.edit, icon: <IconPencil size={16} />, onClick: () => setEdited(label) },
                    {
                      label: t.remove,
                      icon: <IconTrash size={16} />,
                      isDestructive: true,
                      onClick: () => setRemoved(label),
                    },
                  ]}
                />
              )
            : undefined
        }
        empty={<Empty title={t.empty} text={t.emptyText} action={addButton} />}
      />
      <FormDialog isOpen={edited !== undefined} onClose={close} title={edited === "new" ? t.add : t.edit}>
        {edited !== undefined && <LabelForm label={edited === "new" ? undefined : edited} onClose={close} />}
      </FormDialog>
      <RemoveDialog label={removed} onClose={() => setRemoved(undefined)} />
    </>
  );
}

function RemoveDialog({ label, onClose }: { label: Label | undefined; onClose: () => void }) {
  const t = useWords(labelsWords);
  const toast = useToasts();
  const remove = useChange("DELETE /labels/{label_id}", {
    refresh: ["GET /labels"],
    onDone: () => {
      toast.done(t.removed);
      onClose();
    },
    onFailed: (error) => toast.failed(error),
  });
  const uses = label === undefined ? 0 : usesOf(label);
  return (
    <ConfirmDialog
      isOpen={label !== undefined}
      onClose={onClose}
      title={t.removeTitle(label?.name ?? "")}
      action={t.removeDo}
      {...(uses === 0 ? {} : { typed: uses })}
      isDestructive
      isBusy={remove.isPending}
      onConfirm={() => label !== undefined && remove.mutate({ params: { label_id: label.id } })}
    >
      {t.removeText(uses)}
    </ConfirmDialog>
  );
}
