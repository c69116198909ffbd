import { NumberInput, type NumberInputProps } from "@mantine/core";
import { useState } from "react";
import { readNumber } from "./read-number.ts";

type Props = Omit<NumberInputProps, "value" | "onChange" | "onBlur"> & {
  readonly value: string;
  /** Undefined for an empty input. */
  readonly onChange: (value: number | undefined) => void;
};

/** A number input. What is typed stays until the input is left, also while it is no number yet, such as a lone "-". */
export function NumberBox({ value, onChange, ...input }: Props) {
  const [typed, setTyped] = useState<string | number>();
  return (
    <NumberInput
      {...input}
      value={typed ?? value}
      onChange={(next) => {
        setTyped(next);
        const read = readNumber(next);
        if (read !== "incomplete") onChange(read);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
