import { Button, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { isDay } from "../../i18n/company-time.ts";
import { useFormats, useMessages } from "../../i18n/messages.tsx";
import { IconX } from "../icons.ts";
import { uiMessages } from "../messages.ts";
import type { GridFilter } from "./grid-types.ts";
import type { Grid } from "./use-grid.ts";
import classes from "./grid-toolbar.module.css";

/** "Field: value", with a button that removes the filter. */
export function FilterChips({ grid, filters }: { grid: Grid; filters: readonly GridFilter[] }) {
  const t = useMessages(uiMessages);
  const shown = useShownValue();
  return filters.map((filter) => (
    <span key={filter.name} className={classes["chip"]}>
      {filter.label}: {shown(filter, grid.filters[filter.name] ?? "")}
      <button
        type="button"
        aria-label={t.grid.removeFilter(filter.label)}
        onClick={() => grid.change({ [filter.name]: undefined })}
      >
        <IconX size={14} />
      </button>
    </span>
  ));
}

function useShownValue() {
  const { date } = useFormats();
  return ({ input }: GridFilter, value: string): string => {
    // The address may hold any text.
    if (input === "day") return isDay(value) ? date(value) : value;
    if (input === "text") return value;
    return input.options.find((option) => option.value === value)?.label ?? value;
  };
}

/** All filters of the grid in one panel; they apply together. */
export function FilterEditor({
  grid,
  filters,
  onDone,
}: {
  grid: Grid;
  filters: readonly GridFilter[];
  onDone: () => void;
}) {
  const t = useMessages(uiMessages);
  const [values, setValues] = useState(grid.filters);
  const set = (name: string, value: string | null) =>
    setValues({ ...values, [name]: value === null || value === "" ? undefined : value });
  return (
    <form
      className={classes["editor"]}
      onSubmit={(event) => {
        event.preventDefault();
        grid.change(values);
        onDone();
      }}
    >
      {filters.map(({ name, label, input }) =>
        typeof input === "string" ? (
          <TextInput
            key={name}
            label={label}
            type={input === "day" ? "date" : "text"}
            value={values[name] ?? ""}
            onChange={(event) => set(name, event.currentTarget.value)}
          />
        ) : (
          <Select
            key={name}
            label={label}
            data={[...input.options]}
            value={values[name] ?? null}
            onChange={(value) => set(name, value)}
            clearable
            searchable={input.options.length > 8}
            comboboxProps={{ withinPortal: false }}
          />
        ),
      )}
      <Button type="submit">{t.grid.apply}</Button>
    </form>
  );
}
