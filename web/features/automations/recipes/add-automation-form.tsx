import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useShops } from "../../../ui/choices/use-choices.ts";
import { SelectField } from "../../../ui/form/choice-fields.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { automationsMessages } from "../messages.ts";
import { RecipeLibrary } from "./recipe-library.tsx";
import { useRecipes } from "./use-recipes.ts";
import classes from "./recipes.module.css";

/** A draft made from a recipe, or an empty one, opened in its editor. Its name is that of the recipe unless it is changed. */
export function AddAutomationForm({ recipe, onClose }: { recipe: string; onClose: () => void }) {
  const t = useMessages(automationsMessages);
  const navigate = useNavigate();
  const { shops, options } = useShops();
  const add = useChange("POST /automations", { refresh: ["GET /automations"] });
  const form = useApiForm({
    initial: { recipe, name: "", shopId: shops[0]?.id ?? "" },
    messages: {
      "conflict name": t.form.taken,
      "validation recipe": t.form.noSender,
      "validation graph": t.form.noSender,
      "unavailable data_key": t.form.noKey,
    },
    fields: { "validation graph": "name", "validation recipe": "name" },
    send: async (values) => {
      const made = recipes.find(({ key }) => key === values.recipe)?.key;
      const { id } = await add.mutateAsync({
        body: { name: values.name, shopId: values.shopId, ...(made === undefined ? {} : { recipe: made }) },
      });
      onClose();
      await navigate({ to: "/automations/$automationId/edit", params: { automationId: id } });
    },
  });
  const shopId = form.watch("shopId");
  const recipes = useRecipes(shopId === "" ? undefined : shopId);
  const chosen = form.watch("recipe");
  const chosenName = recipes.find(({ key }) => key === chosen)?.name ?? "";
  const isOwnName = form.formState.dirtyFields.name === true;
  const { setValue } = form;
  useEffect(() => {
    if (!isOwnName) setValue("name", chosenName);
  }, [chosenName, isOwnName, setValue]);
  return (
    <DialogForm form={form} submit={t.form.create} onClose={onClose}>
      {options.length > 1 && <SelectField form={form} name="shopId" label={t.form.shop} options={options} />}
      <div role="group" aria-label={t.form.recipe} data-wide>
        <p className={classes["label"]}>{t.form.recipe}</p>
        <div className={classes["scroll"]}>
          <RecipeLibrary recipes={recipes} chosen={chosen} onChoose={(key) => setValue("recipe", key)} />
        </div>
      </div>
      <TextField form={form} name="name" label={t.form.name} isFirst />
    </DialogForm>
  );
}
