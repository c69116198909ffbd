import { useQuery } from "@tanstack/react-query";
import { read, useChange } from "../../api/queries.ts";
import { useCan } from "../../api/session.tsx";
import { useFormats, useMessages } from "../../i18n/messages.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { EditableListPage } from "../../ui/grid/editable-list.tsx";
import { useToasts } from "../../ui/state/toasts.tsx";
import { LabelForm, type Label } from "./label-form.tsx";
import { labelsMessages } from "./messages.ts";
import classes from "./labels.module.css";

const otherKinds = ["list", "segment", "template", "campaign", "automation", "form"] as const;
const countUses = ({ counts }: Label) => Object.values(counts).reduce((sum, count) => sum + count, 0);

const Name = ({ label }: { label: Label }) => (
  <span className={classes["label"]}>
    <span style={{ background: label.color }} aria-hidden="true" />
    {label.name}
  </span>
);

export function Page() {
  const t = useMessages(labelsMessages);
  const { date, number } = useFormats();
  const others = ({ counts }: Label) =>
    otherKinds
      .filter((kind) => counts[kind] > 0)
      .map((kind) => t.kinds[kind](counts[kind]))
      .join(" · ") || "–";
  return (
    <EditableListPage<Label>
      messages={t}
      result={useQuery(read("GET /labels"))}
      canChange={useCan()("settings", "full")}
      columns={[
        { key: "label", head: t.columns.label, cell: (label) => <Name label={label} /> },
        { key: "contacts", head: t.columns.contacts, align: "end", cell: ({ counts }) => number(counts.contact) },
        { key: "others", head: t.columns.others, cell: others },
        { key: "created", head: t.columns.created, align: "end", cell: ({ createdAt }) => date(createdAt) },
      ]}
      phoneRow={(label) => ({ title: <Name label={label} />, second: t.uses(countUses(label)) })}
      form={(label, onClose) => <LabelForm label={label} onClose={onClose} />}
      removal={(label, onClose) => <RemoveDialog label={label} onClose={onClose} />}
    />
  );
}

function RemoveDialog({ label, onClose }: { label: Label | undefined; onClose: () => void }) {
  const t = useMessages(labelsMessages);
  const toast = useToasts();
  const remove = useChange("DELETE /labels/{label_id}", {
    refresh: ["GET /labels"],
    onDone: () => {
      toast.done(t.removed);
      onClose();
    },
    onFailed: (error) => toast.failed(error),
  });
  const uses = label === undefined ? 0 : countUses(label);
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
