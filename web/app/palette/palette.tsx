import { Modal } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { read } from "../../api/queries.ts";
import { useCan } from "../../api/session.tsx";
import { useMessages } from "../../i18n/messages.tsx";
import { IconCornerDownLeft, IconSearch, IconUser, type Icon } from "../../ui/icons.ts";
import { useSettingsSections } from "../settings/sections.ts";
import { settingsMessages } from "../settings/messages.ts";
import { appMessages } from "../messages.ts";
import { useNavigation } from "../frame/use-navigation.ts";
import classes from "./palette.module.css";

type Entry = {
  readonly key: string;
  readonly icon: Icon;
  readonly name: string;
  readonly note?: string;
  readonly open: () => void;
};
type Group = { readonly title: string; readonly entries: readonly Entry[] };

/** Jump to a contact or a page by typing; arrows choose, Enter opens. */
export function Palette({ onClose }: { onClose: () => void }) {
  const t = useMessages(appMessages);
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const groups = useGroups(text);
  const entries = groups.flatMap((group) => group.entries);
  const index = Math.min(chosen, entries.length - 1);
  const open = (entry: Entry | undefined) => {
    entry?.open();
    if (entry !== undefined) onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={620}
      yOffset="14vh"
      centered={false}
      attributes={{ content: { "aria-label": t.search } }}
    >
      <div className={classes["head"]}>
        <IconSearch size={18} />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-entries"
          aria-activedescendant={entries[index] === undefined ? undefined : `palette-${entries[index].key}`}
          aria-label={t.search}
          placeholder={t.palette.placeholder}
          value={text}
          data-autofocus
          onChange={(event) => {
            setText(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={(event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (step !== undefined) {
              event.preventDefault();
              setChosen((index + step + entries.length) % Math.max(1, entries.length));
            }
            if (event.key === "Enter") open(entries[index]);
          }}
        />
        <kbd>Esc</kbd>
      </div>
      {entries.length === 0 && (
        <p className={classes["none"]} role="status">
          {t.palette.none}
        </p>
      )}
      <div
        id="palette-entries"
        hidden={entries.length === 0}
        role="listbox"
        aria-label={t.search}
        className={classes["list"]}
      >
        {groups
          .filter(({ entries: own }) => own.length > 0)
          .map((group) => (
            <div key={group.title} role="group" aria-label={group.title}>
              <p role="presentation" className={classes["group"]}>
                {group.title}
              </p>
              {group.entries.map((entry) => (
                <div
                  key={entry.key}
                  id={`palette-${entry.key}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={entries[index]?.key === entry.key}
                  className={classes["entry"]}
                  onClick={() => open(entry)}
                  onKeyDown={(event) => event.key === "Enter" && open(entry)}
                >
                  <entry.icon size={17} stroke={1.6} />
                  <b>{entry.name}</b>
                  <span>{entry.note}</span>
                  {entries[index]?.key === entry.key && <IconCornerDownLeft size={15} />}
                </div>
              ))}
            </div>
          ))}
      </div>
    </Modal>
  );
}

function useGroups(text: string): Group[] {
  const t = useMessages(appMessages);
  const navigate = useNavigate();
  const settings = useMessages(settingsMessages);
  const { items } = useNavigation();
  const sections = useSettingsSections().flatMap((group) => group.sections);
  const people = usePeople(text.trim());
  const fold = (word: string) => word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const pages = items
    .filter(({ key }) => fold(t.items[key]).includes(fold(text.trim())))
    .map(({ key, icon, to }) => ({ key, icon, name: t.items[key], open: () => void navigate({ to }) }));
  const found = sections
    .filter(({ key }) => text.trim() !== "" && fold(settings.sections[key]).includes(fold(text.trim())))
    .map(({ key, icon, to }) => ({
      key: `settings-${key}`,
      icon,
      name: settings.sections[key],
      note: settings.title,
      open: () => void navigate({ to }),
    }));
  return [
    { title: t.palette.people, entries: people },
    { title: t.palette.pages, entries: [...pages, ...found] },
  ];
}

function usePeople(text: string): Entry[] {
  const can = useCan();
  const navigate = useNavigate();
  const [q] = useDebouncedValue(text, 150);
  const isAsked = q.length > 1 && can("contacts");
  const { data } = useQuery({
    ...read("GET /contacts", { query: { q, pageSize: 5 } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  if (!isAsked || text.length < 2) return [];
  return (data?.items ?? []).map(({ id, email, firstName, lastName }) => {
    const name = [firstName, lastName].filter(Boolean).join(" ");
    return {
      key: `contact-${id}`,
      icon: IconUser,
      name: name === "" ? email : name,
      ...(name === "" ? {} : { note: email }),
      open: () => void navigate({ to: "/contacts/$contactId", params: { contactId: id } }),
    };
  });
}
