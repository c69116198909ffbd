import { Button } from "@mantine/core";
import { useState } from "react";
import { useChange } from "../../../../api/queries.ts";
import { dayAt } from "../../../../i18n/company-time.ts";
import { useFormats, useMessages } from "../../../../i18n/messages.tsx";
import { FormDialog } from "../../../../ui/dialog/form-dialog.tsx";
import { useApiForm } from "../../../../ui/form/use-api-form.ts";
import { FoundBounces, type Found } from "./found-bounces.tsx";
import { BounceFilterFields } from "./filter-fields.tsx";
import { undoBouncesMessages } from "./messages.ts";

/** The button and its dialog: which bounces, then what they are, then they are undone. */
export function UndoBounces() {
  const t = useMessages(undoBouncesMessages);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t.open}
      </Button>
      <FormDialog isOpen={isOpen} onClose={close} title={t.title}>
        <ChooseAndUndo onClose={close} />
      </FormDialog>
    </>
  );
}

/** Mounted with the dialog. The form keeps its values while the found bounces are shown. */
function ChooseAndUndo({ onClose }: { onClose: () => void }) {
  const t = useMessages(undoBouncesMessages);
  const { timeZone } = useFormats();
  const [initial] = useState(() => ({ day: dayAt(new Date(), timeZone), reply: "", campaignId: "" }));
  const [found, setFound] = useState<Found>();
  const [isReturning, setReturning] = useState(false);
  const count = useChange("POST /bounces/undo");
  const form = useApiForm({
    initial,
    messages: { day: t.dayNeeded },
    send: async ({ day, reply, campaignId }) => {
      const wanted = {
        ...(day === "" ? {} : { day }),
        ...(reply.trim() === "" ? {} : { reply: reply.trim() }),
        ...(campaignId === "" ? {} : { campaignId }),
      };
      const answer = await count.mutateAsync({ body: { ...wanted, dryRun: true } });
      setFound({ wanted, count: answer.found ?? 0, replies: "replies" in answer ? (answer.replies ?? []) : [] });
    },
  });
  if (found === undefined) return <BounceFilterFields form={form} isReturning={isReturning} onClose={onClose} />;
  return (
    <FoundBounces
      found={found}
      onBack={() => {
        setReturning(true);
        setFound(undefined);
      }}
      onClose={onClose}
    />
  );
}
