import { Select, type SelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { read } from "../../api/queries.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { roleMessages } from "./messages.ts";
import { nameOf } from "./people.tsx";

export type Contact = OutputOf<"GET /contacts">["items"][number];

type Props = Pick<SelectProps, "size" | "w" | "clearable" | "clearButtonProps" | "placeholder"> & {
  readonly label: string;
  readonly value: Contact | undefined;
  readonly onChange: (contact: Contact | undefined) => void;
  /** Only contacts of this list. */
  readonly list?: string | undefined;
};

/** The first contacts, which are offered before a search. */
export const firstContacts = (list: string | undefined) => read("GET /contacts", { query: { pageSize: 10, list } });

const labelOf = (contact: Contact): string => nameOf(contact) || contact.email;

/** One contact, searched for by name or address. */
export function ContactSelect({ label, value, onChange, list, ...look }: Props) {
  const t = useMessages(roleMessages);
  const [text, setText] = useState("");
  const [typed] = useDebouncedValue(text.trim(), 200);
  const [isOpen, setOpen] = useState(false);
  // The field shows the name of the chosen one; that is not a search.
  const isSearch = typed !== "" && (value === undefined || typed !== labelOf(value));
  const usual = useQuery({ ...firstContacts(list), enabled: isOpen });
  const found = useQuery({
    ...read("GET /contacts", { query: { pageSize: 10, list, q: typed } }),
    enabled: isSearch,
    placeholderData: keepPreviousData,
  });
  const offered = (isSearch ? found.data : usual.data)?.items ?? [];
  const options = value === undefined || offered.some(({ id }) => id === value.id) ? offered : [...offered, value];
  return (
    <Select
      placeholder={t.searchContact}
      {...look}
      aria-label={label}
      data={options.map((contact) => ({ value: contact.id, label: labelOf(contact) }))}
      value={value?.id ?? null}
      onChange={(id) => onChange(options.find((contact) => contact.id === id))}
      searchable
      onSearchChange={setText}
      onDropdownOpen={() => setOpen(true)}
      filter={({ options: all }) => all}
    />
  );
}
