import { Button, Modal } from "@mantine/core";
import { useRef, useState, type ReactNode } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { uiMessages } from "../messages.ts";
import { UnsavedInputContext } from "./unsaved-input.ts";
import classes from "./dialog.module.css";

type Props = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly width?: number;
  /** True for a question that another dialog leads to. */
  readonly isAboveOthers?: boolean;
  readonly children: ReactNode;
};

/** Dialogs have 200, menus and toasts 300 and more. */
const aboveOthers = 250;

/**
 * A dialog around a form; the content is mounted when it opens, so the form starts fresh. Esc, the cross and a click
 * beside it ask before typed input is lost; the form's own way back does not.
 */
export function FormDialog({ isOpen, onClose, title, width, isAboveOthers = false, children }: Props) {
  const t = useMessages(uiMessages);
  const isUnsaved = useRef(false);
  const [isAsking, setAsking] = useState(false);
  const [report] = useState(() => (isTyped: boolean) => {
    isUnsaved.current = isTyped;
    if (!isTyped) setAsking(false);
  });
  const discard = () => {
    setAsking(false);
    onClose();
  };
  return (
    <>
      <Modal
        opened={isOpen}
        onClose={() => (isUnsaved.current ? setAsking(true) : onClose())}
        title={title}
        {...(width === undefined ? {} : { size: width })}
        {...(isAboveOthers ? { zIndex: aboveOthers } : {})}
        closeButtonProps={{ "aria-label": t.close }}
      >
        <UnsavedInputContext value={report}>{children}</UnsavedInputContext>
      </Modal>
      {isOpen && isAsking && <UnsavedQuestion onStay={() => setAsking(false)} onDiscard={discard} />}
    </>
  );
}

/** Mounted when it is asked: the key that led here would otherwise close it at once. */
function UnsavedQuestion({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  const t = useMessages(uiMessages);
  return (
    <Modal
      opened
      onClose={onStay}
      title={t.unsaved.title}
      size={440}
      zIndex={aboveOthers + 1}
      closeButtonProps={{ "aria-label": t.close }}
    >
      <p className={classes["text"]}>{t.unsaved.text}</p>
      <DialogFoot>
        <Button variant="default" onClick={onStay} data-autofocus>
          {t.unsaved.stay}
        </Button>
        <Button color="red" onClick={onDiscard}>
          {t.unsaved.discard}
        </Button>
      </DialogFoot>
    </Modal>
  );
}

/** The buttons of a dialog: the safe action first, the doing action last. */
export const DialogFoot = ({ children }: { children: ReactNode }) => <div className={classes["foot"]}>{children}</div>;
