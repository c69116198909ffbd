import { ActionIcon, Button, TextInput, Tooltip } from "@mantine/core";
import { useState } from "react";
import { useCan } from "../../../api/session.tsx";
import { useWords } from "../../../i18n/words.tsx";
import { DialogFoot, FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { IconPencil } from "../../../ui/icons.ts";
import { uiWords } from "../../../ui/words.ts";
import type { StepProps } from "./steps.ts";
import { wizardWords } from "./wizard-words.ts";

type Props = Pick<StepProps, "campaign" | "autosave">;

export function RenameCampaign(props: Props) {
  const t = useWords(wizardWords);
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
  const t = useWords(wizardWords);
  const ui = useWords(uiWords);
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
