import { useQuery } from "@tanstack/react-query";
import { read, useChange } from "../../../api/queries.ts";
import { PictureFormField } from "../../../editor/files/picture-form-field.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { SelectField } from "../../../ui/form/choice-fields.tsx";
import { ColorField } from "../../../ui/form/color-field.tsx";
import { FieldRow, SaveForm } from "../../../ui/form/form.tsx";
import { TextAreaField, TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { BrandContrast } from "./brand-contrast.tsx";
import { BrandPreview } from "./brand-preview.tsx";
import { SocialFields } from "./social-fields.tsx";
import { shopsMessages } from "./messages.ts";
import type { Brand, BrandValues } from "./brand-values.ts";
import classes from "./shops.module.css";

const fonts = ["arial", "helvetica", "verdana", "tahoma", "trebuchet", "georgia", "times", "courier"] as const;

const colors = ["primaryColor", "secondaryColor", "textColor", "backgroundColor"] as const;

export function BrandCard({ shopId, canChange }: { shopId: string; canChange: boolean }) {
  const { brand: t } = useMessages(shopsMessages);
  const { data, error, refetch } = useQuery(read("GET /shops/{shop_id}/brand", { params: { shop_id: shopId } }));
  return (
    <Card title={t.title}>
      {data !== undefined && <BrandForm shopId={shopId} brand={data} canChange={canChange} />}
      {data === undefined && <Waiting error={error} what={t.title} lines={6} onRetry={refetch} />}
    </Card>
  );
}

/** Empty fields are null in the API. */
const toValues = (brand: Brand): BrandValues => ({
  logoUrl: brand.logoUrl ?? "",
  primaryColor: brand.primaryColor ?? "",
  secondaryColor: brand.secondaryColor ?? "",
  textColor: brand.textColor ?? "",
  backgroundColor: brand.backgroundColor ?? "",
  font: brand.font ?? "",
  companyName: brand.companyName ?? "",
  address: brand.address ?? "",
  web: brand.web ?? "",
  socials: brand.socials,
});

const toBody = ({ socials, font, ...texts }: BrandValues) => ({
  logoUrl: texts.logoUrl || null,
  primaryColor: texts.primaryColor || null,
  secondaryColor: texts.secondaryColor || null,
  textColor: texts.textColor || null,
  backgroundColor: texts.backgroundColor || null,
  companyName: texts.companyName || null,
  address: texts.address || null,
  web: texts.web || null,
  font: fonts.find((known) => known === font) ?? null,
  socials: socials.filter(({ url }) => url !== ""),
});

function BrandForm({ shopId, brand, canChange }: { shopId: string; brand: Brand; canChange: boolean }) {
  const { brand: t, form: messages } = useMessages(shopsMessages);
  const toast = useToasts();
  const replace = useChange("PUT /shops/{shop_id}/brand", { refresh: ["GET /shops/{shop_id}/brand"] });
  const form = useApiForm<BrandValues>({
    initial: toValues(brand),
    messages: {
      logoUrl: messages.urlInvalid,
      web: messages.urlInvalid,
      ...Object.fromEntries(colors.map((name) => [name, t.colorInvalid])),
      ...Object.fromEntries(brand.socials.map((_, index) => [`socials.${index}.url`, messages.urlInvalid])),
    },
    send: async (values) => {
      await replace.mutateAsync({ params: { shop_id: shopId }, body: toBody(values) });
      toast.done(t.saved);
    },
  });
  const values = form.watch();
  const shared = { form, isDisabled: !canChange };
  return (
    <div className={classes["brand"]}>
      <SaveForm form={form} submit={t.save} canChange={canChange}>
        <PictureFormField {...shared} name="logoUrl" label={t.logo} hint={t.logoHint} isOptional />
        <FieldRow>
          {colors.map((name) => (
            <ColorField key={name} {...shared} name={name} label={t[name]} swatchLabel={t.swatch(t[name])} />
          ))}
        </FieldRow>
        <BrandContrast values={values} />
        <SelectField
          {...shared}
          name="font"
          label={t.font}
          options={fonts.map((font) => ({ value: font, label: font.slice(0, 1).toUpperCase() + font.slice(1) }))}
          isOptional
          isClearable
        />
        <TextField {...shared} name="companyName" label={t.companyName} isOptional />
        <TextAreaField {...shared} name="address" label={t.address} rows={2} isOptional />
        <TextField {...shared} name="web" type="url" label={t.web} placeholder="https://" isOptional />
        <SocialFields {...shared} />
      </SaveForm>
      <BrandPreview values={values} />
    </div>
  );
}
