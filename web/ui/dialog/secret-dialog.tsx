import { Button, Checkbox, Modal } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { IconCheck, IconCopy, IconKey } from "../icons.ts";
import { uiMessages } from "../messages.ts";
import classes from "./secret-dialog.module.css";

type SecretProps = {
  readonly title: string;
  /** That it cannot be shown again, and why. */
  readonly note: string;
  readonly secret: string;
  readonly copyLabel: string;
  readonly storedLabel: string;
  readonly onDone: () => void;
  readonly children?: ReactNode;
};

/** A secret that is shown once: the copying button has the focus, and the dialog closes only after the tick. */
export function SecretDialog({ title, isOpen, ...rest }: SecretProps & { isOpen: boolean }) {
  return (
    <Modal
      opened={isOpen}
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={
        <span className={classes["title"]}>
          <span className={classes["tile"]}>
            <IconKey size={18} />
          </span>
          {title}
        </span>
      }
    >
      {isOpen && <SecretBody {...rest} />}
    </Modal>
  );
}

function SecretBody({ note, secret, copyLabel, storedLabel, onDone, children }: Omit<SecretProps, "title">) {
  const t = useMessages(uiMessages);
  const [isStored, setStored] = useState(false);
  const [isCopied, setCopied] = useState(false);
  return (
    <>
      <p className={classes["note"]}>{note}</p>
      <div className={classes["secret"]}>
        <code>{secret}</code>
        <Button
          data-autofocus
          leftSection={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          onClick={() => void navigator.clipboard.writeText(secret).then(() => setCopied(true))}
        >
          {isCopied ? t.copied : copyLabel}
        </Button>
      </div>
      {children}
      <div className={classes["foot"]}>
        <Checkbox label={storedLabel} checked={isStored} onChange={(event) => setStored(event.currentTarget.checked)} />
        <Button disabled={!isStored} onClick={onDone}>
          {t.done}
        </Button>
      </div>
    </>
  );
}
