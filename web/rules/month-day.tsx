import { NumberInput, Select } from "@mantine/core";
import { useFormats, useMessages } from "../i18n/messages.tsx";
import { ruleMessages } from "./rule-messages.ts";

type Props = { readonly value: string; readonly hasError: boolean; readonly onChange: (value: string) => void };

const twoDigits = (number: number): string => String(number).padStart(2, "0");

/** A day of the year: `MM-DD`. */
export function MonthDay({ value, hasError, onChange }: Props) {
  const t = useMessages(ruleMessages);
  const { language } = useFormats();
  const [month = "", day = ""] = value.split("-");
  const names = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" });
  const months = Array.from({ length: 12 }, (_, index) => ({
    value: twoDigits(index + 1),
    label: names.format(new Date(Date.UTC(2024, index, 1))),
  }));
  return (
    <>
      <NumberInput
        size="xs"
        aria-label={t.day}
        value={day === "" ? "" : Number(day)}
        onChange={(next) => onChange(`${month || "01"}-${twoDigits(Number(next))}`)}
        min={1}
        max={31}
        allowDecimal={false}
        hideControls
        error={hasError}
        w={48}
      />
      <Select
        size="xs"
        aria-label={t.month}
        data={months}
        value={month === "" ? null : month}
        onChange={(next) => next !== null && onChange(`${next}-${day || "01"}`)}
        allowDeselect={false}
        error={hasError}
        w={110}
      />
    </>
  );
}
