import { Button, Menu } from "@mantine/core";
import { useRef, useState } from "react";
import { useMessages } from "../../../../i18n/messages.tsx";
import { IconGripVertical, IconPencil, IconPlus } from "../../../../ui/icons.ts";
import { fieldMessages } from "./messages.ts";
import type { TabProps } from "../use-form-draft.ts";
import { addedTypes, moved, newField, refusedField, type FormField } from "./field-model.ts";
import { FieldSettings } from "./field-settings.tsx";
import classes from "../editor.module.css";

/** The fields in their order: by drag, or with Alt and an arrow. */
export function FieldList({ draft, canEdit }: TabProps) {
  const t = useMessages(fieldMessages);
  const { fields } = draft.content;
  const [openKey, setOpenKey] = useState<string>();
  const [spoken, setSpoken] = useState("");
  const [drop, setDrop] = useState<number>();
  const dragged = useRef<number>(undefined);
  const refused = draft.failure === undefined ? undefined : refusedField(draft.failure.word);
  const setFields = (next: FormField[]) => draft.change({ fields: next });
  const move = (from: number, to: number) => {
    if (to < 0 || to >= fields.length || to === from) return;
    setFields(moved(fields, from, to));
    setSpoken(t.position(fields[from]?.label ?? "", to + 1, fields.length));
  };
  const add = (type: (typeof addedTypes)[number]) => {
    const option = (number: number) => t.option(number).replaceAll("\u00a0", " ");
    const field = newField(fields, type, { label: t.types[type], option });
    setFields([...fields, field]);
    setOpenKey(field.key);
  };
  return (
    <section aria-label={t.title}>
      <div className={classes["listHead"]}>
        <h2>{t.title}</h2>
        {canEdit && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="subtle" size="xs" leftSection={<IconPlus size={15} />} disabled={fields.length >= 40}>
                {t.add}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {addedTypes.map((type) => (
                <Menu.Item key={type} onClick={() => add(type)}>
                  {t.types[type]}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      <ol className={classes["fields"]}>
        {fields.map((field, index) => (
          <li key={field.key} data-drop={drop === index || undefined}>
            <button
              type="button"
              className={classes["field"]}
              data-row
              aria-expanded={openKey === field.key}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              draggable={canEdit}
              onDragOver={(event) => {
                if (dragged.current === undefined) return;
                event.preventDefault();
                setDrop(index);
              }}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged.current !== undefined) move(dragged.current, index);
                setDrop(undefined);
              }}
              onDragStart={(event) => {
                dragged.current = index;
                event.dataTransfer.effectAllowed = "move";
                event.dataTransfer.setData("text/plain", "");
              }}
              onDragEnd={() => {
                dragged.current = undefined;
                setDrop(undefined);
              }}
              onClick={() => setOpenKey(openKey === field.key ? undefined : field.key)}
              onKeyDown={(event) => {
                const { key, altKey } = event;
                if (!altKey || !canEdit || (key !== "ArrowUp" && key !== "ArrowDown")) return;
                event.preventDefault();
                move(index, key === "ArrowUp" ? index - 1 : index + 1);
              }}
            >
              <IconGripVertical size={16} />
              <span>
                <b>{field.label === "" ? field.key : field.label}</b> · {describe(field)}
              </span>
              <IconPencil size={16} />
            </button>
            {openKey === field.key && (
              <FieldSettings
                field={field}
                fields={fields}
                canEdit={canEdit}
                refused={refused?.index === index ? refused.property : undefined}
                onChange={(next) => setFields(fields.with(index, next))}
                onMove={(step) => move(index, index + step)}
                onRemove={() => setFields(fields.toSpliced(index, 1))}
              />
            )}
          </li>
        ))}
      </ol>
      {canEdit && <p className={classes["hint"]}>{t.keysHint}</p>}
      <p className={classes["spoken"]} role="status">
        {spoken}
      </p>
    </section>
  );

  function describe({ type, required, options }: FormField): string {
    if (type === "email") return t.always;
    if (type === "hidden") return t.hidden;
    const kind = type === "select" ? t.choices(options?.length ?? 0) : t.types[type].toLocaleLowerCase();
    return `${kind}, ${required ? t.isRequired : t.isOptional}`;
  }
}
