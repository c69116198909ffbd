import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { read, useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useShops } from "../../../ui/choices/use-choices.ts";
import { SelectField } from "../../../ui/form/choice-fields.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { automationsMessages } from "../messages.ts";

/** A draft made from a recipe, or an empty one. Its name is that of the recipe unless it is changed. */
export function AddAutomationForm({ recipe, onClose }: { recipe: string; onClose: () => void }) {
  const t = useMessages(automationsMessages);
  const navigate = useNavigate();
  const { shops, options } = useShops();
  const { data } = useQuery(read("GET /automations/recipes"));
  const recipes = data?.items ?? [];
  const add = useChange("POST /automations", { refresh: ["GET /automations"] });
  const form = useApiForm({
    initial: {
      recipe,
      name: recipes.find(({ key }) => key === recipe)?.name ?? "",
      shopId: shops[0]?.id ?? "",
    },
    messages: {
      "conflict name": t.form.taken,
      "validation recipe": t.form.noSender,
      "validation graph": t.form.noSender,
      "unavailable data_key": t.form.noKey,
    },
    fields: { "validation graph": "recipe" },
    send: async (values) => {
      const chosen = recipes.find(({ key }) => key === values.recipe)?.key;
      const { id } = await add.mutateAsync({
        body: { name: values.name, shopId: values.shopId, ...(chosen === undefined ? {} : { recipe: chosen }) },
      });
      onClose();
      await navigate({ to: "/automations/$automationId", params: { automationId: id } });
    },
  });
  const chosenName = recipes.find(({ key }) => key === form.watch("recipe"))?.name ?? "";
  const isOwnName = form.formState.dirtyFields.name === true;
  const { setValue } = form;
  useEffect(() => {
    if (!isOwnName) setValue("name", chosenName);
  }, [chosenName, isOwnName, setValue]);
  return (
    <DialogForm form={form} submit={t.form.create} onClose={onClose}>
      <SelectField
        form={form}
        name="recipe"
        label={t.form.recipe}
        options={[
          ...recipes.map(({ key, name }) => ({ value: key, label: name })),
          { value: "blank", label: t.form.blank },
        ]}
      />
      <TextField form={form} name="name" label={t.form.name} isFirst />
      {options.length > 1 && <SelectField form={form} name="shopId" label={t.form.shop} options={options} />}
    </DialogForm>
  );
}
