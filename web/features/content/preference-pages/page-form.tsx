import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { send } from "../../../api/client.ts";
import type { OutputOf } from "../../../api/operations.ts";
import { read, useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { namedOptions } from "../../../ui/choices/options.ts";
import { Card } from "../../../ui/display/card.tsx";
import { CheckField, SelectField, SwitchField } from "../../../ui/form/choice-fields.tsx";
import { SaveForm } from "../../../ui/form/form.tsx";
import { TextAreaField, TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { BeforeAfterPreview } from "../parts/before-after-preview.tsx";
import { designBody, DesignFields, designTexts } from "../parts/design-fields.tsx";
import { useLanguageOptions } from "../parts/languages.ts";
import { EditorColumns } from "../parts/preview-pane.tsx";
import { partsMessages } from "../parts/messages.ts";
import { pageQueries } from "./use-page-actions.tsx";
import { preferencePagesMessages } from "./messages.ts";

export type PreferencePage = OutputOf<"GET /unsubscribe-pages/{unsub_page_id}">;

type Preview = OutputOf<"POST /unsubscribe-pages/preview">;
type Values = ReturnType<typeof toValues>;

const toValues = (shown: PreferencePage) => ({
  name: shown.name,
  active: shown.active,
  shopId: shown.shopId ?? "",
  language: shown.language ?? "",
  title: shown.title,
  text: shown.text,
  buttonLabel: shown.buttonLabel,
  thanksTitle: shown.thanksTitle,
  thanksText: shown.thanksText,
  showLists: shown.showLists,
  askReason: shown.askReason,
  reasons: shown.reasons.join("\n"),
  design: designTexts(shown.design),
});

const toBody = ({ shopId, language, reasons, design, ...rest }: Values) => ({
  ...rest,
  shopId: shopId === "" ? null : shopId,
  language: language === "" ? null : language,
  reasons: reasons
    .split("\n")
    .map((reason) => reason.trim())
    .filter((reason) => reason !== ""),
  design: designBody(design),
});

/** All settings of the page with its preview by the server. */
export function PageForm({ shown }: { shown: PreferencePage }) {
  const t = useMessages(preferencePagesMessages);
  const parts = useMessages(partsMessages);
  const toast = useToasts();
  const canChange = useCan()("content", "full");
  const shops = useQuery({ ...read("GET /shops", { query: { pageSize: 100 } }), staleTime: 60_000 }).data?.items ?? [];
  const change = useChange("PATCH /unsubscribe-pages/{unsub_page_id}", { refresh: pageQueries });
  const form = useApiForm<Values>({
    initial: toValues(shown),
    messages: { "conflict name": parts.nameTaken },
    send: async (values) => {
      await change.mutateAsync({ params: { unsub_page_id: shown.id }, body: toBody(values) });
      toast.done(parts.saved);
    },
  });
  const values = form.watch();
  const languages = useLanguageOptions(shown.language);
  return (
    <EditorColumns
      fields={
        <Card>
          <SaveForm form={form} submit={parts.saveChanges} canChange={canChange}>
            <TextField form={form} name="name" label={parts.name} />
            <SwitchField form={form} name="active" label={t.active} />
            <SelectField
              form={form}
              name="shopId"
              label={t.shop}
              isClearable
              isOptional
              hint={parts.allShops}
              options={namedOptions(shops)}
            />
            <SelectField
              form={form}
              name="language"
              label={parts.language}
              isClearable
              isOptional
              hint={parts.anyLanguage}
              options={languages}
            />
            <TextField form={form} name="title" label={t.pageTitle} hint={t.textsHint} isOptional />
            <TextAreaField form={form} name="text" label={t.text} rows={3} isOptional />
            <TextField form={form} name="buttonLabel" label={t.buttonLabel} isOptional />
            <CheckField form={form} name="showLists" label={t.showLists} />
            <CheckField form={form} name="askReason" label={t.askReason} />
            {values.askReason && (
              <TextAreaField form={form} name="reasons" label={t.reasons} hint={t.reasonsHint} rows={4} isOptional />
            )}
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
      }
      preview={<ServerPreview values={values} />}
    />
  );
}

function ServerPreview({ values }: { values: Values }) {
  const t = useMessages(preferencePagesMessages);
  const [settled] = useDebouncedValue(JSON.stringify(toBody(values)), 300);
  const operation = "POST /unsubscribe-pages/preview";
  const input = { body: JSON.parse(settled) };
  const { data } = useQuery({
    queryKey: [operation, input],
    queryFn: ({ signal }) => send<Preview>(operation, input, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return <BeforeAfterPreview pages={data} labels={t} />;
}
