import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { InputOf, OutputOf } from "../../../../api/operations.ts";
import { useChange } from "../../../../api/queries.ts";
import { useFormats, useMessages } from "../../../../i18n/messages.tsx";
import { DialogFoot } from "../../../../ui/dialog/form-dialog.tsx";
import { Callout } from "../../../../ui/display/callout.tsx";
import { RecordTable } from "../../../../ui/display/record-table.tsx";
import { Rejection } from "../../../../ui/state/rejection.tsx";
import { useToasts } from "../../../../ui/state/toasts.tsx";
import { undoBouncesMessages } from "./messages.ts";
import classes from "./undo-bounces.module.css";

type Answer = Extract<OutputOf<"POST /bounces/undo">, { undone: number }>;
type Reply = NonNullable<Answer["replies"]>[number];

export type Found = {
  readonly wanted: InputOf<"POST /bounces/undo">["body"];
  readonly count: number;
  readonly replies: readonly Reply[];
};

type Props = { readonly found: Found; readonly onBack: () => void; readonly onClose: () => void };

/** The focus starts on the safe action. */
export function FoundBounces({ found: { wanted, count, replies }, onBack, onClose }: Props) {
  const t = useMessages(undoBouncesMessages);
  const toast = useToasts();
  const safe = useRef<HTMLButtonElement>(null);
  useEffect(() => safe.current?.focus(), []);
  const undo = useChange("POST /bounces/undo", {
    refresh: ["GET /suppressions", "GET /contacts"],
    onDone: (answer) => {
      toast.done("jobId" in answer ? t.inBackground : t.done(answer.undone));
      onClose();
    },
  });
  return (
    <div className={classes["found"]}>
      <Callout tone={count === 0 ? "warn" : "accent"}>{count === 0 ? t.none : `${t.found(count)} ${t.later}`}</Callout>
      {replies.length > 0 && <Replies replies={replies} />}
      <Rejection error={undo.error} />
      <DialogFoot>
        <Button variant="default" onClick={onBack} ref={safe}>
          {t.back}
        </Button>
        {count > 0 && (
          <Button loading={undo.isPending} onClick={() => undo.mutate({ body: wanted })}>
            {t.doing(count)}
          </Button>
        )}
      </DialogFoot>
    </div>
  );
}

function Replies({ replies }: { replies: readonly Reply[] }) {
  const t = useMessages(undoBouncesMessages);
  const { number } = useFormats();
  return (
    <div className={classes["replies"]}>
      <RecordTable<Reply>
        label={t.replies}
        rows={replies}
        rowId={({ reply, code }) => `${code ?? ""} ${reply}`}
        columns={[
          { key: "reply", head: t.columns.reply, cell: ({ reply }) => reply },
          { key: "bounces", head: t.columns.bounces, cell: ({ bounces }) => number(bounces), align: "end" },
        ]}
      />
    </div>
  );
}
