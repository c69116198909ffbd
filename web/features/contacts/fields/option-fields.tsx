import { ActionIcon, Button, TextInput } from "@mantine/core";
import { useFieldArray } from "react-hook-form";
import { useMessages } from "../../../i18n/messages.tsx";
import type { ApiForm } from "../../../ui/form/use-api-form.ts";
import { IconPlus, IconTrash } from "../../../ui/icons.ts";
import type { FieldValues } from "./custom-field.ts";
import { fieldsMessages } from "./messages.ts";

import classes from "./fields.module.css";

/** A renamed option keeps its id, so that contacts keep the value; a removed one is removed from contacts too. */
export function OptionFields({ form }: { form: ApiForm<FieldValues> }) {
  const { form: t } = useMessages(fieldsMessages);
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "options", keyName: "key" });
  const problem = form.formState.errors.options?.message ?? form.formState.errors.options?.root?.message;
  return (
    <fieldset className={classes["options"]}>
      <legend>{t.options}</legend>
      <p>{t.optionsHint}</p>
      {fields.map(({ key }, index) => (
        <div key={key} className={classes["option"]}>
          <TextInput aria-label={t.option(index + 1)} {...form.register(`options.${index}.name`)} />
          <ActionIcon aria-label={t.removeOption(index + 1)} onClick={() => remove(index)}>
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      {problem !== undefined && (
        <p className={classes["problem"]} role="alert">
          {problem}
        </p>
      )}
      <Button variant="default" size="xs" leftSection={<IconPlus size={15} />} onClick={() => append({ name: "" })}>
        {t.addOption}
      </Button>
    </fieldset>
  );
}
