import { Button, MultiSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readPage, useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { DialogFoot, FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { useUnsavedInput } from "../../../ui/dialog/unsaved-input.ts";
import { PageLink } from "../../../ui/display/page-link.tsx";
import { nameOf } from "../../../ui/people/people.tsx";
import { Rejection } from "../../../ui/state/rejection.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { listQueries } from "../list-parts.ts";
import { listsMessages } from "../messages.ts";
import { detailMessages } from "./messages.ts";
import classes from "./detail.module.css";

type Props = { readonly listId: string; readonly isOpen: boolean; readonly onClose: () => void };

export function AddMembersDialog({ listId, isOpen, onClose }: Props) {
  const { add: t } = useMessages(detailMessages);
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={t.title}>
      <AddMembers listId={listId} onClose={onClose} />
    </FormDialog>
  );
}

function AddMembers({ listId, onClose }: Omit<Props, "isOpen">) {
  const ui = useMessages(uiMessages);
  const { add: t } = useMessages(detailMessages);
  const { remove: messages } = useMessages(listsMessages);
  const toast = useToasts();
  const [chosen, setChosen] = useState<string[]>([]);
  const people = usePeople(chosen);
  useUnsavedInput(chosen.length > 0);
  const add = useChange("POST /lists/{list_id}/members", {
    refresh: listQueries,
    onDone: ({ added, alreadyMember, skipped }) => {
      toast.done(t.result(added, alreadyMember, skipped));
      onClose();
    },
  });
  return (
    <>
      <MultiSelect
        label={t.label}
        description={t.hint}
        data={people.options}
        value={chosen}
        onChange={setChosen}
        searchValue={people.search}
        onSearchChange={people.setSearch}
        // The server has searched already, also in names without diacritics.
        filter={({ options }) => options}
        nothingFoundMessage={t.nothing}
        searchable
        hidePickedOptions
        data-autofocus
      />
      <p className={classes["note"]}>
        {t.text}{" "}
        <PageLink path="/transfers/imports/new" search={{ list: listId }}>
          {t.import}
        </PageLink>
      </p>
      <Rejection error={add.error} messages={{ "conflict locked": messages.locked }} />
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          {ui.cancel}
        </Button>
        <Button
          disabled={chosen.length === 0}
          loading={add.isPending}
          onClick={() => add.mutate({ params: { list_id: listId }, body: { contactIds: chosen } })}
        >
          {t.doing(chosen.length)}
        </Button>
      </DialogFoot>
    </>
  );
}

type Option = { value: string; label: string };

/** Contacts that match the search, and those chosen before, whose names the input needs. */
function usePeople(chosen: readonly string[]) {
  const [search, setSearch] = useState("");
  const [known, setKnown] = useState<readonly Option[]>([]);
  const [q] = useDebouncedValue(search.trim(), 150);
  const { data } = useQuery(
    readPage("GET /contacts", { query: { q: q === "" ? undefined : q, pageSize: 20, sort: "-createdAt" } }),
  );
  const found = (data?.items ?? []).map((person) => ({
    value: person.id,
    label: [person.email, nameOf(person)].filter(Boolean).join(" · "),
  }));
  const kept = known.filter(({ value }) => chosen.includes(value));
  const fresh = found.filter(({ value }) => chosen.includes(value) && !kept.some((one) => one.value === value));
  if (fresh.length > 0) setKnown([...kept, ...fresh]);
  const options = [...kept, ...found.filter(({ value }) => !kept.some((one) => one.value === value))];
  return { search, setSearch, options };
}
