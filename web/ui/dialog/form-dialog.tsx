import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useWords } from "../../i18n/words.tsx";
import { uiWords } from "../words.ts";
import classes from "./dialog.module.css";

type Props = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly width?: number;
  /** For a question that another dialog leads to. */
  readonly isAboveOthers?: boolean;
  readonly children: ReactNode;
};

/** Dialogs have 200, menus and toasts 300 and more. */
const aboveOthers = 250;

/** A dialog around a form; the content is mounted when it opens, so the form starts fresh. */
export function FormDialog({ isOpen, onClose, title, width, isAboveOthers = false, children }: Props) {
  const t = useWords(uiWords);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      {...(width === undefined ? {} : { size: width })}
      {...(isAboveOthers ? { zIndex: aboveOthers } : {})}
      closeButtonProps={{ "aria-label": t.close }}
    >
      {children}
    </Modal>
  );
}

/** The buttons of a dialog: the safe action first, the doing action last. */
export const DialogFoot = ({ children }: { children: ReactNode }) => <div className={classes["foot"]}>{children}</div>;
