import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { SelectField } from "../../../ui/form/choice-fields.tsx";
import { SaveForm } from "../../../ui/form/form.tsx";
import { TextAreaField, TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { designBody, DesignFields, designTexts } from "../parts/design-fields.tsx";
import { useLanguageOptions } from "../parts/languages.ts";
import { partsMessages } from "../parts/messages.ts";
import type { Survey } from "./questions.ts";
import { surveyQueries } from "./use-survey-actions.tsx";
import { surveysMessages } from "./messages.ts";

export function SurveyTexts({ survey, canChange }: { survey: Survey; canChange: boolean }) {
  const t = useMessages(surveysMessages);
  const parts = useMessages(partsMessages);
  const toast = useToasts();
  const change = useChange("PATCH /surveys/{survey_id}", { refresh: surveyQueries });
  const { name, title, text, submitLabel, thanksTitle, thanksText, language } = survey;
  const form = useApiForm({
    initial: {
      name,
      title,
      text,
      submitLabel,
      thanksTitle,
      thanksText,
      language,
      design: designTexts(survey.design),
    },
    messages: { "conflict name": parts.nameTaken },
    send: async ({ design, ...body }) => {
      await change.mutateAsync({ params: { survey_id: survey.id }, body: { ...body, design: designBody(design) } });
      toast.done(parts.saved);
    },
  });
  return (
    <Card title={t.texts}>
      <SaveForm form={form} submit={parts.saveChanges} canChange={canChange}>
        <TextField form={form} name="name" label={parts.name} />
        <SelectField form={form} name="language" label={parts.language} options={useLanguageOptions(language)} />
        <TextField form={form} name="title" label={t.pageTitle} isOptional />
        <TextAreaField form={form} name="text" label={t.text} rows={3} isOptional />
        <TextField form={form} name="submitLabel" label={t.submitLabel} isOptional />
        <TextField form={form} name="thanksTitle" label={t.thanksTitle} isOptional />
        <TextAreaField form={form} name="thanksText" label={t.thanksText} rows={3} isOptional />
        <DesignFields
          form={form}
          names={{
            logoUrl: "design.logoUrl",
            accentColor: "design.accentColor",
            backgroundColor: "design.backgroundColor",
          }}
        />
      </SaveForm>
    </Card>
  );
}
