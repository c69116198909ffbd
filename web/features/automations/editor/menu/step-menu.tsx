import { TextInput } from "@mantine/core";
import { useState, type KeyboardEvent } from "react";
import { useMessages } from "../../../../i18n/messages.tsx";
import { IconClipboard } from "../../../../ui/icons.ts";
import { nodeAppearance } from "../../../../ui/names/automation-nodes.ts";
import type { MenuPlace } from "../editor-context.ts";
import { editorMessages } from "../messages.ts";
import { useMenuEntries, type MenuEntry } from "./use-menu-entries.ts";
import classes from "./menu.module.css";

/** Steps that can be inserted at a place: typing narrows them, arrows walk through them. */
export function StepMenu({ place, onDone }: { place: MenuPlace; onDone: () => void }) {
  const t = useMessages(editorMessages);
  const groups = useMenuEntries(place);
  const [text, setText] = useState("");
  const wanted = searchText(text.trim());
  const shown = groups
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ label, note }) => searchText(`${label} ${note}`).includes(wanted)),
    }))
    .filter(({ entries }) => entries.length > 0);
  const choose = (entry: MenuEntry) => {
    entry.choose();
    onDone();
  };
  const chooseFirst = () => {
    const entry = shown.flatMap(({ entries }) => entries).find(({ reason }) => reason === undefined);
    if (entry !== undefined) choose(entry);
  };
  const label = place === "trigger" ? t.menu.searchTrigger : t.menu.search;
  return (
    // The arrows walk through the buttons inside, which have the focus.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={walk}>
      <TextInput
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          chooseFirst();
        }}
        data-autofocus
      />
      <div className={classes["groups"]}>
        {shown.length === 0 && <p className={classes["none"]}>{t.menu.none}</p>}
        {shown.map(({ title, entries }) => (
          <section key={title} aria-label={title === "" ? undefined : title}>
            {title !== "" && <p className={classes["title"]}>{title}</p>}
            {entries.map((entry) => (
              <Entry key={entry.key} entry={entry} onChoose={() => choose(entry)} />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

function Entry({ entry, onChoose }: { entry: MenuEntry; onChoose: () => void }) {
  const { icon: EntryIcon, tone } =
    entry.type === undefined ? { icon: IconClipboard, tone: "mute" } : nodeAppearance(entry.type);
  return (
    <button
      type="button"
      className={classes["entry"]}
      disabled={entry.reason !== undefined}
      onClick={onChoose}
      data-entry={entry.key}
    >
      <span className={classes["tile"]} data-tone={tone}>
        <EntryIcon size={15} />
      </span>
      <span>
        {entry.label}
        {entry.note !== "" && <small>{entry.note}</small>}
      </span>
    </button>
  );
}

/** Without accents, and without the invisible characters that typography adds. */
const searchText = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/[\p{M}\u2060]/gu, "")
    .replaceAll("\u00a0", " ")
    .toLowerCase();

function walk(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, button:not(:disabled)")];
  const index = stops.findIndex((stop) => stop === document.activeElement);
  const next = stops[index + (event.key === "ArrowDown" ? 1 : -1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
