import { TextInput } from "@mantine/core";
import { useState } from "react";

/** Text that is kept in the draft when the field is left, not with every key. */
export function KeptTextInput({
  label,
  hint,
  value,
  onKeep,
  maxLength,
}: {
  label: string;
  hint?: string;
  value: string;
  onKeep: (text: string) => void;
  maxLength: number;
}) {
  const [text, setText] = useState(value);
  return (
    <TextInput
      label={label}
      description={hint}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => text !== value && onKeep(text)}
      maxLength={maxLength}
      maw={480}
    />
  );
}
