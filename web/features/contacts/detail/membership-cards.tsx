import { ActionIcon, Button, Select, TagsInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { read, toQueryKey, useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { useListChoices } from "../../../ui/choices/use-choices.ts";
import { Card } from "../../../ui/display/card.tsx";
import { PageLink } from "../../../ui/display/page-link.tsx";
import { IconX } from "../../../ui/icons.ts";
import { Notice } from "../../../ui/state/failure.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import type { Contact } from "../appearance.ts";
import { changeLabels } from "../labels.ts";
import { detailMessages } from "./messages.ts";
import classes from "./detail.module.css";

const refresh = ["GET /contacts/{id}", "GET /contacts/{id}/activities", "GET /lists"] as const;

/** Lists of the contact; the contact can be added to those that people fill, and removed from them. */
export function ListsCard({ contact: { id, lists } }: { contact: Contact }) {
  const t = useMessages(detailMessages);
  const toast = useToasts();
  const canChange = useCan()("contacts", "full");
  const choices = useListChoices({ editable: true });
  const [chosen, setChosen] = useState<string | null>(null);
  const add = useChange("POST /lists/{list_id}/members", {
    refresh,
    onDone: () => setChosen(null),
    onFailed: (error) => toast.failed(error),
  });
  const remove = useChange("POST /lists/{list_id}/members/remove", {
    refresh,
    onFailed: (error) => toast.failed(error),
  });
  const isMember = (listId: string) => lists.some((list) => list.listId === listId && list.state !== "removed");
  const isEditable = (listId: string) => choices.some(({ value }) => value === listId);
  return (
    <Card title={t.lists} flush>
      {lists.length === 0 && <Notice title={t.noLists} />}
      <ul className={classes["rows"]}>
        {lists.map(({ listId, name, state }) => (
          <li key={listId}>
            <PageLink path="/lists/$listId" params={{ listId }} className={classes["name"]}>
              {name}
            </PageLink>
            <span>{t.memberStates[state]}</span>
            {canChange && isEditable(listId) && (state === "confirmed" || state === "unconfirmed") && (
              <ActionIcon
                size={24}
                aria-label={t.removeFromList(name)}
                disabled={remove.isPending}
                onClick={() => remove.mutate({ params: { list_id: listId }, body: { contactIds: [id] } })}
              >
                <IconX size={14} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {add.data?.added === 0 && <p className={classes["adding"]}>{t.listSkipped}</p>}
      {canChange && choices.some(({ value }) => !isMember(value)) && (
        <div className={classes["adding"]}>
          <Select
            aria-label={t.addToList}
            placeholder={t.addToList}
            data={choices.filter(({ value }) => !isMember(value))}
            value={chosen}
            onChange={setChosen}
            searchable
          />
          <Button
            variant="default"
            disabled={chosen === null}
            loading={add.isPending}
            onClick={() => chosen !== null && add.mutate({ params: { list_id: chosen }, body: { contactIds: [id] } })}
          >
            {t.addDo}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** Labels of the contact; a name that is not used yet becomes a label. */
export function LabelsCard({ contact: { id } }: { contact: Contact }) {
  const t = useMessages(detailMessages);
  const toast = useToasts();
  const client = useQueryClient();
  const can = useCan();
  const canChange = can("settings", "full") && can("contacts", "full");
  const { data: known } = useQuery({ ...read("GET /labels"), enabled: canChange });
  const values = read("GET /contact-values", { query: { ids: id, fields: "tags" } });
  const { data } = useQuery(values);
  const tags = data?.items[0]?.values["tags"]?.split("|") ?? [];
  const save = useMutation({
    mutationFn: async (names: readonly string[]) => {
      const added = names.filter((name) => !tags.includes(name));
      const removed = tags.filter((name) => !names.includes(name));
      await changeLabels([id], { labels: known?.items ?? [], added, removed });
    },
    onError: (error) => toast.failed(error),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: toQueryKey("GET /contact-values") }),
        client.invalidateQueries({ queryKey: toQueryKey("GET /labels") }),
      ]),
  });
  const shown = save.isPending ? [...save.variables] : tags;
  return (
    <Card title={t.labels}>
      {canChange ? (
        <TagsInput
          aria-label={t.labels}
          placeholder={shown.length === 0 ? t.noLabels : ""}
          data={(known?.items ?? []).map(({ name }) => name)}
          value={shown}
          onChange={(names) => save.mutate(names)}
          disabled={known === undefined || data === undefined}
          acceptValueOnBlur
        />
      ) : (
        shown.join(", ") || t.noLabels
      )}
    </Card>
  );
}
