import { Button, Checkbox, Popover, TextInput } from "@mantine/core";
import { useState } from "react";
import { asFailure } from "../../api/api-failure.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { IconBookmark } from "../icons.ts";
import { uiMessages } from "../messages.ts";
import { useToasts } from "../state/toasts.tsx";
import type { SavedViews } from "./kept-settings.ts";
import { gridMessages } from "./messages.ts";
import type { Grid } from "./use-grid.ts";
import classes from "./grid-toolbar.module.css";

type Props = { readonly grid: Grid; readonly saved: SavedViews; readonly columns: readonly string[] };

/** Names what the grid shows now: filters, order and, where the views have them, columns. */
export function SaveView({ grid, saved, columns }: Props) {
  const t = useMessages(uiMessages);
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" radius="md" trapFocus>
      <Popover.Target>
        <Button variant="subtle" color="gray" leftSection={<IconBookmark size={16} />} onClick={() => setOpen(!isOpen)}>
          {t.grid.saveView}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <ViewForm grid={grid} saved={saved} columns={columns} onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function ViewForm({ grid, saved, columns, onDone }: Props & { onDone: () => void }) {
  const own = useMessages(gridMessages);
  const t = useMessages(uiMessages);
  const toast = useToasts();
  const [name, setName] = useState("");
  const [isShared, setShared] = useState(false);
  const save = async () => {
    const search = { ...grid.filters, q: grid.search === "" ? undefined : grid.search };
    const order = saved.areShareable ? { sort: grid.sort } : {};
    try {
      await saved.save({ name: name.trim(), search: { ...search, ...order }, columns, isShared });
    } catch (error) {
      toast.failed(asFailure(error));
      return;
    }
    toast.done(saved.areShareable ? own.viewSaved : t.grid.viewSaved);
    onDone();
  };
  return (
    <form
      className={classes["viewForm"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== "") void save();
      }}
    >
      <TextInput
        label={t.grid.viewName}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={60}
        data-autofocus
      />
      {saved.areShareable && (
        <Checkbox
          label={own.shareView}
          checked={isShared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      )}
      <Button type="submit" disabled={name.trim() === ""}>
        {t.grid.saveView}
      </Button>
    </form>
  );
}
