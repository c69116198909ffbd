import { MultiSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read, readPage } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import type { Choice } from "../../../ui/choices/options.ts";
import { audienceMessages } from "./audience-messages.ts";

type PickerProps = {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly shopId: string | undefined;
  readonly value: readonly string[];
  readonly onChange: (ids: string[]) => void;
};

const pageSize = 50;

/** Lists by name; the search asks the server, so that any number of them works. */
export function ListPicker(props: PickerProps) {
  const { number } = useFormats();
  const [text, setText] = useState("");
  const [q] = useDebouncedValue(text.trim(), 200);
  const found = useQuery(
    readPage("GET /lists", { query: { pageSize, sort: "name", shop: props.shopId, q: q === "" ? undefined : q } }),
  );
  const items = found.data?.items ?? [];
  const choices = items.map(({ id, name, counts }) => ({ value: id, label: `${name} (${number(counts.total)})` }));
  const missing = props.value.filter((id) => !items.some((item) => item.id === id));
  const named = useQueries({
    queries: missing.map((id) => ({ ...read("GET /lists/{list_id}", { params: { list_id: id } }), staleTime: 60_000 })),
    combine: (results) =>
      results.flatMap(({ data }) => (data === undefined ? [] : [{ value: data.id, label: data.name }])),
  });
  return <Picker {...props} text={text} onSearch={setText} choices={[...choices, ...named]} />;
}

export function SegmentPicker(props: PickerProps) {
  const { number } = useFormats();
  const [text, setText] = useState("");
  const [q] = useDebouncedValue(text.trim(), 200);
  const found = useQuery(
    readPage("GET /segments", { query: { pageSize, sort: "name", shop: props.shopId, q: q === "" ? undefined : q } }),
  );
  const items = found.data?.items ?? [];
  const choices = items.map(({ id, name, matched }) => ({ value: id, label: `${name} (${number(matched)})` }));
  const missing = props.value.filter((id) => !items.some((item) => item.id === id));
  const named = useQueries({
    queries: missing.map((id) => ({
      ...read("GET /segments/{segment}", { params: { segment: id } }),
      staleTime: 60_000,
    })),
    combine: (results) =>
      results.flatMap(({ data }) => (data === undefined ? [] : [{ value: data.id, label: data.name }])),
  });
  return <Picker {...props} text={text} onSearch={setText} choices={[...choices, ...named]} />;
}

function Picker({
  label,
  hint,
  error,
  value,
  onChange,
  text,
  onSearch,
  choices,
}: PickerProps & { text: string; onSearch: (text: string) => void; choices: readonly Choice[] }) {
  const t = useMessages(audienceMessages);
  // A chosen one whose name is still being read.
  const unnamed = value.filter((id) => !choices.some((choice) => choice.value === id));
  return (
    <MultiSelect
      label={label}
      description={hint}
      error={error}
      placeholder={value.length === 0 ? t.pick : ""}
      data={[...choices, ...unnamed.map((id) => ({ value: id, label: "…" }))]}
      value={[...value]}
      onChange={onChange}
      searchable
      searchValue={text}
      onSearchChange={onSearch}
      // The server has searched already.
      filter={({ options }) => options}
      nothingFoundMessage={t.nothingFound}
      hidePickedOptions
      maxDropdownHeight={280}
    />
  );
}
