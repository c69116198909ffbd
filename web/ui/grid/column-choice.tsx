import { Button, Checkbox, Popover, TextInput } from "@mantine/core";
import { useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { IconColumns } from "../icons.ts";
import { uiMessages } from "../messages.ts";
import { gridMessages } from "./messages.ts";
import type { GridColumn } from "./grid-types.ts";
import type { ColumnSettings } from "./kept-settings.ts";
import classes from "./grid-toolbar.module.css";

const withSearch = 12;

/** Which columns are shown; many are found by their names. */
export function ColumnChoice<Row>({
  columns,
  settings,
}: {
  columns: readonly GridColumn<Row>[];
  settings: ColumnSettings;
}) {
  const t = useMessages(uiMessages);
  const own = useMessages(gridMessages);
  const [word, setWord] = useState("");
  const choices = columns.filter(({ isFixed }) => isFixed !== true);
  if (choices.length < 2) return null;
  const matching = choices.filter(({ head }) => head.toLowerCase().includes(word.trim().toLowerCase()));
  return (
    <Popover position="bottom-end" shadow="md" radius="md" trapFocus onClose={() => setWord("")}>
      <Popover.Target>
        <Button variant="subtle" color="gray" leftSection={<IconColumns size={16} />}>
          {t.grid.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        {choices.length > withSearch && (
          <TextInput
            aria-label={own.findColumn}
            placeholder={own.findColumn}
            value={word}
            onChange={(event) => setWord(event.currentTarget.value)}
            mb={8}
          />
        )}
        <div className={classes["columnChoices"]} role="group" aria-label={t.grid.columns}>
          {matching.map((column) => (
            <Checkbox
              key={column.key}
              label={column.head}
              checked={settings.isShown(column)}
              onChange={() => settings.toggle(column.key)}
            />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
