import { useNavigate } from "@tanstack/react-router";
import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { optionsOf } from "../../../ui/choices/options.ts";
import { useShops } from "../../../ui/choices/use-choices.ts";
import { SelectField } from "../../../ui/form/choice-fields.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import type { Feed } from "./appearance.ts";
import { feedsMessages } from "./messages.ts";

type Values = {
  name: string;
  shopId: string;
  kind: Feed["kind"];
  url: string;
  refreshMinutes: string;
  code: string;
  productName: string;
  productUrl: string;
  price: string;
};

export function AddFeedForm({ onClose }: { onClose: () => void }) {
  const t = useMessages(feedsMessages);
  const navigate = useNavigate();
  const { shops, options } = useShops();
  const add = useChange("POST /feeds", { refresh: ["GET /feeds"] });
  const initial: Values = {
    name: "",
    shopId: shops[0]?.id ?? "",
    kind: "heureka",
    url: "",
    refreshMinutes: "360",
    code: "",
    productName: "",
    productUrl: "",
    price: "",
  };
  const form = useApiForm({
    initial,
    messages: {
      "conflict name": t.form.nameTaken,
      "conflict limit": t.form.limit,
      url: t.form.urlInvalid,
      mapping: t.form.mappingMissing,
    },
    send: async (values) => {
      const { id } = await add.mutateAsync({ body: toBody(values) });
      onClose();
      await navigate({ to: "/shop/feeds/$feedId", params: { feedId: id } });
    },
  });
  const kind = form.watch("kind");
  return (
    <DialogForm form={form} submit={t.add} onClose={onClose}>
      <TextField form={form} name="name" label={t.form.name} isFirst />
      <SelectField form={form} name="shopId" label={t.form.shop} options={options} />
      <SelectField form={form} name="kind" label={t.form.kind} options={optionsOf(t.kinds)} />
      <TextField form={form} name="url" type="url" label={t.form.url} hint={t.form.urlHint} isOptional />
      <SelectField form={form} name="refreshMinutes" label={t.form.refresh} options={optionsOf(t.intervals)} />
      {kind === "csv" && (
        <>
          <TextField form={form} name="code" label={t.form.code} />
          <TextField form={form} name="productName" label={t.form.productName} />
          <TextField form={form} name="productUrl" label={t.form.productUrl} />
          <TextField form={form} name="price" label={t.form.price} isOptional />
        </>
      )}
    </DialogForm>
  );
}

function toBody({ name, shopId, kind, url, refreshMinutes, code, productName, productUrl, price }: Values) {
  const columns = Object.entries({ code, name: productName, url: productUrl, price }).filter(([, text]) => text !== "");
  return {
    name,
    shopId,
    kind,
    url: url === "" ? null : url,
    refreshMinutes: url === "" ? 0 : Number(refreshMinutes),
    ...(kind === "csv" ? { mapping: Object.fromEntries(columns) } : {}),
  };
}
