import { Popover, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { IconPlus, IconSearch } from "../icons.ts";
import { uiMessages } from "../messages.ts";
import { ColumnChoice } from "./column-choice.tsx";
import { FilterChips, FilterEditor } from "./grid-filters.tsx";
import type { GridColumn, GridFilter } from "./grid-types.ts";
import type { ColumnSettings, SavedViews } from "./kept-settings.ts";
import { SaveView } from "./save-view.tsx";
import type { Grid } from "./use-grid.ts";
import classes from "./grid-toolbar.module.css";

type ToolbarProps<Row> = {
  readonly grid: Grid;
  readonly filters: readonly GridFilter[];
  readonly searchLabel: string | undefined;
  readonly columns: readonly GridColumn<Row>[];
  readonly settings: ColumnSettings;
  readonly saved: SavedViews;
  readonly isPhone: boolean;
  readonly onSelect: (() => void) | undefined;
};

export function GridToolbar<Row>({
  grid,
  filters,
  searchLabel,
  columns,
  settings,
  saved,
  isPhone,
  onSelect,
}: ToolbarProps<Row>) {
  const t = useMessages(uiMessages);
  const active = filters.filter(({ name }) => grid.filters[name] !== undefined);
  return (
    <div className={classes["toolbar"]}>
      {searchLabel !== undefined && <SearchBox grid={grid} label={searchLabel} />}
      {!isPhone && <FilterChips grid={grid} filters={active} />}
      {filters.length > 0 && <AddFilter grid={grid} filters={filters} active={active.length} isPhone={isPhone} />}
      {isPhone && <SortSelect grid={grid} columns={columns.filter(settings.isShown)} />}
      {isPhone && onSelect !== undefined && (
        <button type="button" className={classes["filterButton"]} onClick={onSelect}>
          {t.grid.select}
        </button>
      )}
      {!isPhone && (
        <>
          <span className={classes["space"]} />
          {(active.length > 0 || saved.areShareable) && (
            <SaveView grid={grid} saved={saved} columns={columns.filter(settings.isShown).map(({ key }) => key)} />
          )}
          <ColumnChoice columns={columns} settings={settings} />
        </>
      )}
    </div>
  );
}

/** The address changes 120 ms after the last key; the text itself stays what was typed. */
function SearchBox({ grid, label }: { grid: Grid; label: string }) {
  const [text, setText] = useState(grid.search);
  const [known, setKnown] = useState(grid.search);
  const change = useDebouncedCallback((q: string) => grid.change({ q: q.trim() === "" ? undefined : q.trim() }), 120);
  if (known !== grid.search) {
    setKnown(grid.search);
    if (text.trim() !== grid.search) setText(grid.search);
  }
  return (
    <TextInput
      className={classes["search"] ?? ""}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        change(event.currentTarget.value);
      }}
    />
  );
}

function AddFilter({
  grid,
  filters,
  active,
  isPhone,
}: {
  grid: Grid;
  filters: readonly GridFilter[];
  active: number;
  isPhone: boolean;
}) {
  const t = useMessages(uiMessages);
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" radius="md" trapFocus>
      <Popover.Target>
        <button
          type="button"
          className={isPhone ? classes["filterButton"] : classes["addFilter"]}
          data-active={isPhone && active > 0 ? true : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {isPhone ? (
            <>
              {t.grid.filters} {active > 0 && <b>{active}</b>}
            </>
          ) : (
            <>
              <IconPlus size={15} /> {t.grid.addFilter}
            </>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <FilterEditor grid={grid} filters={filters} onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function SortSelect<Row>({ grid, columns }: { grid: Grid; columns: readonly GridColumn<Row>[] }) {
  const t = useMessages(uiMessages);
  const options = columns.flatMap(({ sort, head }) =>
    sort === undefined
      ? []
      : [
          { value: sort, label: `${head} ↑` },
          { value: `-${sort}`, label: `${head} ↓` },
        ],
  );
  if (options.length === 0) return null;
  return (
    <Select
      className={classes["sort"] ?? ""}
      aria-label={t.grid.sort}
      data={options}
      value={grid.sort}
      onChange={(sort) => grid.change({ sort: sort ?? undefined })}
      allowDeselect={false}
    />
  );
}
