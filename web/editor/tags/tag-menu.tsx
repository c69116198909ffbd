import { ActionIcon, Button, Popover, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createContext, use, useState } from "react";
import { read } from "../../api/queries.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { IconVariable } from "../../ui/icons.ts";
import { tagGroups, type TagGroup } from "./tags.ts";
import { tagMessages } from "./messages.ts";
import classes from "./tags.module.css";

const groups: readonly TagGroup[] = ["salutation", "contact", "shop", "company", "link", "date"];

type Entry = { readonly tag: string; readonly label: string };

type Props = {
  /** The label of the input that it belongs to, where a page shows several of them. */
  readonly field?: string | undefined;
  readonly onChoose: (tag: string) => void;
  readonly isSmall?: boolean;
  /** The keyboard goes on in the text, not at this button. */
  readonly isInText?: boolean;
};

/** False in what is the same for everybody. */
export const TagsContext = createContext(true);

/** Data that the e-mail fills in for each contact. */
export const TagMenu = (props: Props) => (use(TagsContext) ? <OpenTagMenu {...props} /> : null);

function OpenTagMenu({ field, onChoose, isSmall = false, isInText = false }: Props) {
  const t = useMessages(tagMessages);
  const [isOpen, setOpen] = useState(false);
  const name = field === undefined ? t.insert : t.insertInto(field);
  const choose = (tag: string) => {
    setOpen(false);
    onChoose(tag);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={300}
      shadow="md"
      trapFocus
      returnFocus={!isInText}
    >
      <Popover.Target>
        {isSmall ? (
          <ActionIcon size={28} aria-label={name} title={name} onClick={() => setOpen(!isOpen)}>
            <IconVariable size={16} />
          </ActionIcon>
        ) : (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            leftSection={<IconVariable size={15} />}
            onClick={() => setOpen(!isOpen)}
          >
            {t.insert}
          </Button>
        )}
      </Popover.Target>
      <Popover.Dropdown p={8}>{isOpen && <TagList onChoose={choose} />}</Popover.Dropdown>
    </Popover>
  );
}

function TagList({ onChoose }: { onChoose: (tag: string) => void }) {
  const t = useMessages(tagMessages);
  const [text, setText] = useState("");
  const { data: fields } = useQuery(read("GET /custom-fields"));
  const { data: stacks } = useQuery(read("GET /coupon-stacks", { query: { pageSize: 100 } }));
  const all: readonly { readonly title: string; readonly entries: readonly Entry[] }[] = [
    ...groups.map((group) => ({
      title: t.groups[group],
      entries: tagGroups[group].map((name) => ({ tag: `{{${name}}}`, label: t.tags[name] })),
    })),
    {
      title: t.groups.custom,
      entries: (fields?.items ?? []).map(({ id, name }) => ({ tag: `{{df_custom_${id}}}`, label: name })),
    },
    {
      title: t.groups.coupon,
      entries: (stacks?.items ?? []).map(({ mergeKey, name }) => ({ tag: `{{coupon:${mergeKey}}}`, label: name })),
    },
  ];
  const wanted = text.trim().toLowerCase();
  const shown = all
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ tag, label }) => `${tag} ${label}`.toLowerCase().includes(wanted)),
    }))
    .filter(({ entries }) => entries.length > 0);
  return (
    <>
      <TextInput
        aria-label={t.search}
        placeholder={t.search}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      <div className={classes["groups"]} tabIndex={0} role="region" aria-label={t.insert}>
        {shown.length === 0 && <p className={classes["none"]}>{t.none}</p>}
        {shown.map(({ title, entries }) => (
          <div key={title}>
            <p className={classes["title"]}>{title}</p>
            {entries.map(({ tag, label }) => (
              <button key={tag} type="button" className={classes["tag"]} onClick={() => onChoose(tag)}>
                <span>{label}</span>
                <code>{tag}</code>
              </button>
            ))}
          </div>
        ))}
      </div>
    </>
  );
}
