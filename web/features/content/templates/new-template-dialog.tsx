import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { call } from "../../../api/client.ts";
import type { OutputOf } from "../../../api/operations.ts";
import { read, useChange } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { EmailSketch, StarterThumbnail } from "../../../editor/thumbnail/email-thumbnail.tsx";
import { useBrandSettings } from "../../../editor/use-brand-settings.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { useShops } from "../../../ui/choices/use-choices.ts";
import { ShopField } from "../../../ui/choices/shop-field.tsx";
import { SelectField } from "../../../ui/form/choice-fields.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { IconLayoutRows } from "../../../ui/icons.ts";
import { templatesMessages } from "./messages.ts";
import classes from "./templates.module.css";

type Starter = OutputOf<"GET /templates/starters">["items"][number];

type Props = { readonly isOpen: boolean; readonly onClose: () => void };

/** An empty e-mail, or one of the ready examples. */
export function NewTemplateDialog({ isOpen, onClose }: Props) {
  const t = useMessages(templatesMessages);
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={t.form.newTitle} width={760}>
      <NewForm onClose={onClose} />
    </FormDialog>
  );
}

const languages = ["cs", "sk", "en"] as const;

function NewForm({ onClose }: Omit<Props, "isOpen">) {
  const t = useMessages(templatesMessages);
  const { language: ownLanguage } = useFormats();
  const navigate = useNavigate();
  const { chosen } = useShops();
  const create = useChange("POST /templates", { refresh: ["GET /templates"] });
  const form = useApiForm<{ name: string; starter: string; language: string; shopId: string }>({
    initial: { name: "", starter: "", language: ownLanguage, shopId: chosen ?? "" },
    messages: { "conflict name": t.form.nameTaken },
    send: async ({ name, starter, language, shopId: shop }) => {
      const shopId = shop === "" ? null : shop;
      const chosen = starters?.items.find(({ key }) => key === starter);
      const body =
        chosen === undefined
          ? { name, shopId, kind: "blocks" as const, blocks: { settings: await loadBrand(), sections: [] } }
          : {
              name,
              shopId,
              starter: chosen.key,
              language: languages.find((one) => one === language) ?? chosen.language,
            };
      const { id } = await create.mutateAsync({ body });
      // Examples are code; the editor shows them as blocks.
      if (chosen !== undefined)
        await call("POST /templates/{template_id}/convert-to-visual", { params: { template_id: id }, body: {} });
      void navigate({ to: "/content/templates/$templateId", params: { templateId: id } });
    },
  });
  const language = languages.find((one) => one === form.watch("language")) ?? "cs";
  const starter = form.watch("starter");
  const shopId = form.watch("shopId");
  const loadBrand = useBrandSettings(shopId === "" ? undefined : shopId);
  const { data: starters } = useQuery({
    ...read("GET /templates/starters", { query: { language } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <DialogForm form={form} submit={t.form.create} onClose={onClose}>
      <TextField form={form} name="name" label={t.form.name} isFirst />
      <SelectField
        form={form}
        name="language"
        label={t.form.language}
        options={languages.map((value) => ({ value, label: t.form.languages[value] }))}
      />
      <ShopField form={form} name="shopId" />
      <div role="group" aria-label={t.form.start} data-wide>
        <p className={classes["label"]}>{t.form.start}</p>
        <div className={classes["starters"]}>
          <button type="button" aria-pressed={starter === ""} onClick={() => form.setValue("starter", "")}>
            <span className={classes["blank"]}>
              <IconLayoutRows size={28} stroke={1.4} />
              {t.form.blankText}
            </span>
            <b>{t.form.blank}</b>
          </button>
          {starters === undefined && <StarterSkeletons />}
          {starters?.items.map((item) => (
            <StarterTile
              key={item.key}
              starter={item}
              isChosen={starter === item.key}
              onChoose={() => form.setValue("starter", item.key)}
            />
          ))}
        </div>
      </div>
    </DialogForm>
  );
}

const skeletonCount = 4;

const StarterSkeletons = () =>
  Array.from({ length: skeletonCount }, (_, index) => (
    <span key={index} className={classes["skeleton"]} aria-hidden="true">
      <EmailSketch />
    </span>
  ));

type TileProps = { starter: Starter; isChosen: boolean; onChoose: () => void };

const StarterTile = ({ starter, isChosen, onChoose }: TileProps) => (
  <button type="button" aria-pressed={isChosen} onClick={onChoose}>
    <span className={classes["small"]}>
      <StarterThumbnail starter={starter} />
    </span>
    <b>{starter.name}</b>
  </button>
);
