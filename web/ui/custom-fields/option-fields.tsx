import { ActionIcon, Button, TextInput } from "@mantine/core";
import { useFieldArray } from "react-hook-form";
import { useMessages } from "../../i18n/messages.tsx";
import type { ApiForm } from "../form/use-api-form.ts";
import { IconPlus, IconTrash } from "../icons.ts";
import type { FieldValues } from "./custom-field.ts";
import { customFieldMessages } from "./messages.ts";

import classes from "./custom-fields.module.css";

/** A renamed option keeps its id, so that contacts keep the value; a removed one is removed from contacts too. */
export function OptionFields({ form }: { form: ApiForm<FieldValues> }) {
  const { form: t } = useMessages(customFieldMessages);
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
