import { Button } from "@mantine/core";
import { useFormats, useMessages } from "../../../../i18n/messages.tsx";
import { DialogFoot, FormDialog } from "../../../../ui/dialog/form-dialog.tsx";
import { IconChevronRight } from "../../../../ui/icons.ts";
import { reviewMessages } from "./review-messages.ts";
import classes from "./review.module.css";
import dialog from "../../../../ui/dialog/dialog.module.css";

/** The number that was confirmed and the one that the server counted. */
export type Drift = { readonly expected: number; readonly actual: number };

type Props = { readonly drift: Drift | undefined; readonly onClose: () => void; readonly onTake: () => void };

/** Nothing was sent, because the audience has changed: both numbers, and one button that takes the new one. */
export function RecountDialog({ drift, onClose, onTake }: Props) {
  const t = useMessages(reviewMessages);
  const { number } = useFormats();
  const { expected, actual } = drift ?? { expected: 0, actual: 0 };
  return (
    <FormDialog isOpen={drift !== undefined} onClose={onClose} title={t.recountTitle}>
      <div className={dialog["text"]}>
        <p>{t.recountText(expected, expected === 0 ? 1 : (actual - expected) / expected)}</p>
        <div className={classes["figures"]}>
          <div>
            {t.confirmed}
            <b>{number(expected)}</b>
          </div>
          <IconChevronRight size={18} aria-hidden />
          <div>
            {t.current}
            <b>{number(actual)}</b>
          </div>
        </div>
      </div>
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          {t.backToReview}
        </Button>
        <Button onClick={onTake} data-autofocus>
          {t.takeNew(actual)}
        </Button>
      </DialogFoot>
    </FormDialog>
  );
}
