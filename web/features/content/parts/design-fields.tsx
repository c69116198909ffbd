import type { FieldValues, Path } from "react-hook-form";
import { PictureFormField } from "../../../editor/files/picture-form-field.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { ColorField } from "../../../ui/form/color-field.tsx";
import { FieldRow } from "../../../ui/form/form.tsx";
import type { ApiForm } from "../../../ui/form/use-api-form.ts";
import { partsMessages } from "./messages.ts";

export type Design = { readonly logoUrl: string; readonly accentColor: string; readonly backgroundColor: string };

type Stored = {
  readonly logoUrl: string | null;
  readonly accentColor: string | null;
  readonly backgroundColor: string | null;
};

/** Inputs have texts; an empty one is null in the API. */
export const designTexts = ({ logoUrl, accentColor, backgroundColor }: Stored): Design => ({
  logoUrl: logoUrl ?? "",
  accentColor: accentColor ?? "",
  backgroundColor: backgroundColor ?? "",
});

export const designBody = ({ logoUrl, accentColor, backgroundColor }: Design): Stored => ({
  logoUrl: logoUrl === "" ? null : logoUrl,
  accentColor: accentColor === "" ? null : accentColor,
  backgroundColor: backgroundColor === "" ? null : backgroundColor,
});

type Names<Values extends FieldValues> = Readonly<Record<keyof Design, Path<Values>>>;

/** Logo and colours of a public page. */
export function DesignFields<Values extends FieldValues>({
  form,
  names,
}: {
  form: ApiForm<Values>;
  names: Names<Values>;
}) {
  const t = useMessages(partsMessages);
  return (
    <>
      <PictureFormField form={form} name={names.logoUrl} label={t.logo} hint={t.brandHint} isOptional />
      <FieldRow>
        <ColorField
          form={form}
          name={names.accentColor}
          label={t.accentColor}
          swatchLabel={t.pick(t.accentColor)}
          isOptional
        />
        <ColorField
          form={form}
          name={names.backgroundColor}
          label={t.backgroundColor}
          swatchLabel={t.pick(t.backgroundColor)}
          isOptional
        />
      </FieldRow>
    </>
  );
}
