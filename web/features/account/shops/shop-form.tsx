import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { CheckField } from "../../../ui/form/choice-fields.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { FieldRow, SaveForm } from "../../../ui/form/form.tsx";
import { CountryField, LanguageField } from "../../../ui/form/place-fields.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm, type ApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { shopsMessages } from "./messages.ts";
import type { OutputOf } from "../../../api/operations.ts";

export type Shop = OutputOf<"GET /shops/{shop_id}">;

type Values = {
  name: string;
  url: string;
  language: string;
  country: string;
  currencies: string;
  phoneCountry: string;
  applyLanguage: boolean;
};

const toBody = ({ name, url, country, currencies, phoneCountry }: Values) => ({
  name,
  url: url === "" ? null : url,
  country,
  currencies: currencies
    .split(/[\s,;]+/)
    .filter((code) => code !== "")
    .map((code) => code.toUpperCase()),
  phoneCountry,
});

function useErrorMessages() {
  const { form: t } = useMessages(shopsMessages);
  return {
    "conflict name": t.nameTaken,
    "conflict limit": t.limit,
    url: t.urlInvalid,
    currencies: t.currenciesInvalid,
  };
}

export function AddShopForm({ onClose }: { onClose: () => void }) {
  const t = useMessages(shopsMessages);
  const toast = useToasts();
  const add = useChange("POST /shops", { refresh: ["GET /shops"] });
  const form = useApiForm<Values>({
    initial: {
      name: "",
      url: "",
      language: "cs",
      country: "CZ",
      currencies: "CZK",
      phoneCountry: "CZ",
      applyLanguage: false,
    },
    messages: useErrorMessages(),
    send: async (values) => {
      await add.mutateAsync({ body: { ...toBody(values), language: values.language } });
      toast.done(t.saved);
      onClose();
    },
  });
  return (
    <DialogForm form={form} submit={t.add} onClose={onClose}>
      <ShopFields form={form} isDisabled={false} />
    </DialogForm>
  );
}

/** The language has an operation of its own, because it may change existing contacts. */
export function ShopForm({ shop, canChange }: { shop: Shop; canChange: boolean }) {
  const t = useMessages(shopsMessages);
  const toast = useToasts();
  const update = useChange("PATCH /shops/{shop_id}", { refresh: ["GET /shops", "GET /shops/{shop_id}"] });
  const setLanguage = useChange("PUT /shops/{shop_id}/contact-language", {
    refresh: ["GET /shops", "GET /shops/{shop_id}", "GET /running-actions"],
  });
  const form = useApiForm<Values>({
    initial: {
      name: shop.name,
      url: shop.url ?? "",
      language: shop.language,
      country: shop.country,
      currencies: shop.currencies.join(", "),
      phoneCountry: shop.phoneCountry,
      applyLanguage: false,
    },
    messages: useErrorMessages(),
    send: async (values) => {
      const params = { shop_id: shop.id };
      const { language, applyLanguage } = values;
      await update.mutateAsync({ params, body: toBody(values) });
      if (language !== shop.language || applyLanguage)
        await setLanguage.mutateAsync({ params, body: { language, applyToContacts: applyLanguage } });
      toast.done(t.saved);
      form.setValue("applyLanguage", false);
    },
  });
  return (
    <SaveForm form={form} submit={t.form.save} canChange={canChange}>
      <ShopFields form={form} isDisabled={!canChange} />
      {form.watch("language") !== shop.language && (
        <CheckField form={form} name="applyLanguage" label={t.form.applyLanguage} hint={t.form.applyLanguageHint} />
      )}
    </SaveForm>
  );
}

function ShopFields({ form, isDisabled }: { form: ApiForm<Values>; isDisabled: boolean }) {
  const { form: t } = useMessages(shopsMessages);
  const shared = { form, isDisabled };
  return (
    <>
      <TextField {...shared} name="name" label={t.name} isFirst />
      <TextField {...shared} name="url" type="url" label={t.url} placeholder="https://" isOptional />
      <FieldRow>
        <LanguageField {...shared} name="language" label={t.language} />
        <CountryField {...shared} name="country" label={t.country} />
      </FieldRow>
      <FieldRow>
        <TextField {...shared} name="currencies" label={t.currencies} hint={t.currenciesHint} />
        <CountryField {...shared} name="phoneCountry" label={t.phoneCountry} hint={t.phoneHint} />
      </FieldRow>
    </>
  );
}
