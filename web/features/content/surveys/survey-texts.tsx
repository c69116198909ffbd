import { useChange } from "../../../api/queries.ts";
import { PictureFormField } from "../../../editor/files/picture-form-field.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { optionsOf } from "../../../ui/choices/options.ts";
import { Callout } from "../../../ui/display/callout.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { SelectField } from "../../../ui/form/choice-fields.tsx";
import { FieldRow, SaveForm } from "../../../ui/form/form.tsx";
import { NumberField } from "../../../ui/form/number-field.tsx";
import { TextAreaField, TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm, type ApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { designBody, DesignFields, designTexts } from "../parts/design-fields.tsx";
import { useLanguageOptions } from "../parts/languages.ts";
import { partsMessages } from "../parts/messages.ts";
import type { Survey } from "./questions.ts";
import { surveyQueries } from "./use-survey-actions.tsx";
import { surveysMessages } from "./messages.ts";

const fonts = ["system", "arial", "verdana", "trebuchet", "georgia", "times", "courier"] as const;

const toValues = ({ design, ...survey }: Survey) => ({
  name: survey.name,
  title: survey.title,
  text: survey.text,
  submitLabel: survey.submitLabel,
  thanksTitle: survey.thanksTitle,
  thanksText: survey.thanksText,
  language: survey.language,
  design: {
    ...designTexts(design),
    imageUrl: design.imageUrl ?? "",
    font: design.font ?? "",
    radius: design.radius ?? "",
    width: design.width ?? "",
  },
});

export type TextsValues = ReturnType<typeof toValues>;

const pixels = (size: number | string) => (size === "" ? null : Number(size));

export const toTextsBody = ({ design, ...texts }: TextsValues) => ({
  ...texts,
  design: {
    ...designBody(design),
    imageUrl: design.imageUrl === "" ? null : design.imageUrl,
    font: fonts.find((font) => font === design.font) ?? null,
    radius: pixels(design.radius),
    width: pixels(design.width),
  },
});

/** Words and look of the page, which the preview shows while they are written. */
export function useTextsForm(survey: Survey): ApiForm<TextsValues> {
  const parts = useMessages(partsMessages);
  const toast = useToasts();
  const change = useChange("PATCH /surveys/{survey_id}", { refresh: surveyQueries });
  return useApiForm<TextsValues>({
    initial: toValues(survey),
    messages: { "conflict name": parts.nameTaken },
    send: async (values) => {
      await change.mutateAsync({ params: { survey_id: survey.id }, body: toTextsBody(values) });
      toast.done(parts.saved);
    },
  });
}

type Props = {
  readonly form: ApiForm<TextsValues>;
  readonly canChange: boolean;
  /** Blocks stand in place of title, text and picture. */
  readonly isDesigned: boolean;
};

export function SurveyTexts({ form, canChange, isDesigned }: Props) {
  const t = useMessages(surveysMessages);
  const parts = useMessages(partsMessages);
  return (
    <Card title={t.texts}>
      <SaveForm form={form} submit={parts.saveChanges} canChange={canChange}>
        <TextField form={form} name="name" label={parts.name} />
        <SelectField
          form={form}
          name="language"
          label={parts.language}
          options={useLanguageOptions(form.watch("language"))}
        />
        <TextField form={form} name="title" label={t.pageTitle} isOptional />
        {isDesigned ? (
          <Callout tone="accent">{t.designed}</Callout>
        ) : (
          <TextAreaField form={form} name="text" label={t.text} rows={3} isOptional />
        )}
        <TextField form={form} name="submitLabel" label={t.submitLabel} isOptional />
        <TextField form={form} name="thanksTitle" label={t.thanksTitle} isOptional />
        <TextAreaField form={form} name="thanksText" label={t.thanksText} rows={3} isOptional />
        {!isDesigned && (
          <PictureFormField form={form} name="design.imageUrl" label={t.picture} isFromFilesOnly isOptional />
        )}
        <DesignFields
          form={form}
          names={{
            logoUrl: "design.logoUrl",
            accentColor: "design.accentColor",
            backgroundColor: "design.backgroundColor",
          }}
        />
        <SelectField
          form={form}
          name="design.font"
          label={t.font}
          options={optionsOf(t.fonts)}
          isClearable
          isOptional
        />
        <FieldRow>
          <NumberField
            form={form}
            name="design.radius"
            label={t.radius}
            limits={{ min: 0, max: 40, suffix: " px" }}
            isOptional
          />
          <NumberField
            form={form}
            name="design.width"
            label={t.width}
            limits={{ min: 240, max: 800, suffix: " px" }}
            isOptional
          />
        </FieldRow>
      </SaveForm>
    </Card>
  );
}
