import { ActionIcon, Button, TextInput, Tooltip } from "@mantine/core";
import { useState } from "react";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { DialogFoot, FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { IconPencil } from "../../../ui/icons.ts";
import { uiMessages } from "../../../ui/messages.ts";
import type { StepProps } from "./steps.ts";
import { wizardMessages } from "./wizard-messages.ts";

type Props = Pick<StepProps, "campaign" | "autosave">;

export function RenameCampaign(props: Props) {
  const t = useMessages(wizardMessages);
  const can = useCan();
  const [isOpen, setOpen] = useState(false);
  if (!can("campaigns", "full")) return null;
  return (
    <>
      <Tooltip label={t.rename}>
        <ActionIcon size={28} aria-label={t.rename} onClick={() => setOpen(true)}>
          <IconPencil size={16} />
        </ActionIcon>
      </Tooltip>
      <FormDialog isOpen={isOpen} onClose={() => setOpen(false)} title={t.rename}>
        <RenameForm {...props} onClose={() => setOpen(false)} />
      </FormDialog>
    </>
  );
}

function RenameForm({ campaign, autosave, onClose }: Props & { onClose: () => void }) {
  const t = useMessages(wizardMessages);
  const ui = useMessages(uiMessages);
  const [name, setName] = useState(campaign.name);
  const isEmpty = name.trim() === "";
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isEmpty) return;
        autosave.save({ name: name.trim() });
        void autosave.flush();
        onClose();
      }}
    >
      <TextInput
        label={t.name}
        value={name}
        maxLength={200}
        error={isEmpty ? ui.invalid.required : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          {ui.cancel}
        </Button>
        <Button type="submit">{ui.save}</Button>
      </DialogFoot>
    </form>
  );
}
