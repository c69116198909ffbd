import { Button, TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { uiMessages } from "../messages.ts";
import { DialogFoot, FormDialog } from "./form-dialog.tsx";
import classes from "./dialog.module.css";

type ConfirmProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Who is affected and what happens next. */
  readonly children: ReactNode;
  /** Verb, object and number. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly isBusy?: boolean;
  readonly isDestructive?: boolean;
  /** Irreversible acts: the number or name that must be typed. */
  readonly typed?: number | string;
  readonly failure?: ReactNode;
};

/** The focus starts on the safe action. */
export const ConfirmDialog = ({ isOpen, title, ...body }: ConfirmProps) => (
  <FormDialog isOpen={isOpen} onClose={body.onClose} title={title}>
    <ConfirmBody {...body} />
  </FormDialog>
);

type BodyProps = Omit<ConfirmProps, "isOpen" | "title">;

/** Mounted with the dialog, so that the typed text is empty each time. */
function ConfirmBody(props: BodyProps) {
  const { children, action, onConfirm, onClose, isBusy = false, isDestructive = false, typed, failure } = props;
  const t = useMessages(uiMessages);
  const [text, setText] = useState("");
  const isTyped = typed === undefined || text.replaceAll(/\s/g, "") === String(typed).replaceAll(/\s/g, "");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isTyped) onConfirm();
      }}
    >
      <div className={classes["text"]}>{children}</div>
      {typed !== undefined && (
        <TextInput
          className={classes["typed"] ?? ""}
          label={typeof typed === "number" ? t.confirm.typeNumber(typed) : t.confirm.typeText(typed)}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          inputMode={typeof typed === "number" ? "numeric" : "text"}
          autoComplete="off"
        />
      )}
      {failure}
      <DialogFoot>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t.cancel}
        </Button>
        <Button type="submit" {...(isDestructive ? { color: "red" } : {})} loading={isBusy} disabled={!isTyped}>
          {action}
        </Button>
      </DialogFoot>
    </form>
  );
}
