import { ActionIcon, NumberInput, TextInput } from "@mantine/core";
import { useState, type KeyboardEvent } from "react";
import { useMessages } from "../../../../i18n/messages.tsx";
import { IconTrash } from "../../../../ui/icons.ts";
import { fieldMessages } from "./field-messages.ts";
import { readNumber } from "./read-number.ts";
import type { Share } from "./shares.ts";
import classes from "./panel.module.css";

type Props = {
  readonly index: number;
  readonly share: Share;
  readonly field: string;
  readonly error: string | undefined;
  /** Names of the other branches. */
  readonly taken: ReadonlySet<string>;
  readonly onRename: (output: string) => void;
  readonly onPercent: (percent: number) => void;
  readonly onRemove: (() => void) | undefined;
};

/** A branch of a split. Its name and percentage count when the input is left: each letter would rename the branch. */
export function ShareRow({ index, share, field, error, taken, onRename, onPercent, onRemove }: Props) {
  const t = useMessages(fieldMessages);
  const { output, percent } = share;
  const [name, setName] = useState<string>();
  const [typed, setTyped] = useState<string | number>();
  const isTaken = name !== undefined && taken.has(name.trim());
  const commitName = () => {
    if (isTaken) return;
    setName(undefined);
    const next = name?.trim() ?? "";
    if (next !== "" && next !== output) onRename(next);
  };
  const commitPercent = () => {
    setTyped(undefined);
    const next = typed === undefined ? undefined : readNumber(typed);
    if (typeof next === "number" && next !== percent) onPercent(next);
  };
  return (
    <div className={classes["share"]}>
      <TextInput
        aria-label={`${t.share} ${index + 1}`}
        value={name ?? output}
        error={isTaken ? t.shareTaken : error}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={commitName}
        onKeyDown={leaveOnEnter}
        data-field={field}
      />
      <NumberInput
        aria-label={`${t.percent}: ${output}`}
        value={typed ?? percent}
        min={1}
        max={99}
        allowDecimal={false}
        suffix=" %"
        onChange={setTyped}
        onBlur={commitPercent}
        onKeyDown={leaveOnEnter}
        w={92}
      />
      {onRemove !== undefined && (
        <ActionIcon aria-label={t.remove(output, index + 1)} onClick={onRemove}>
          <IconTrash size={15} />
        </ActionIcon>
      )}
    </div>
  );
}

function leaveOnEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key === "Enter") event.currentTarget.blur();
}
