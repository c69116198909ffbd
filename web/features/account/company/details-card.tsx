import { useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { SelectField } from "../../../ui/form/choice-fields.tsx";
import { FieldRow, SaveForm } from "../../../ui/form/form.tsx";
import { CountryField, LanguageField } from "../../../ui/form/place-fields.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import type { Company } from "./company.ts";
import { companyMessages } from "./messages.ts";

const zones = Intl.supportedValuesOf("timeZone");

const optional = ["phone", "web", "street", "city", "postalCode", "country", "companyId", "vatId"] as const;
type Optional = (typeof optional)[number];

/** Empty fields are null in the API. */
const toValues = (company: Company): Record<Optional, string> => ({
  phone: company.phone ?? "",
  web: company.web ?? "",
  street: company.street ?? "",
  city: company.city ?? "",
  postalCode: company.postalCode ?? "",
  country: company.country ?? "",
  companyId: company.companyId ?? "",
  vatId: company.vatId ?? "",
});

export function DetailsCard({ company }: { company: Company }) {
  const { details: t, saved } = useMessages(companyMessages);
  const toast = useToasts();
  const canChange = useCan()("settings", "full");
  const update = useChange("PATCH /company", { refresh: ["GET /company", "GET /api/v1/session"] });
  const { name, email, language, timeZone } = company;
  const form = useApiForm({
    initial: { name, email: email ?? "", language, timeZone, ...toValues(company) },
    messages: { web: t.webInvalid, timeZone: t.zoneInvalid, email: t.emailNeeded },
    send: async (values) => {
      const empty = Object.fromEntries(optional.map((field) => [field, values[field] || null]));
      await update.mutateAsync({
        body: { ...values, ...empty },
      });
      toast.done(saved);
    },
  });
  return (
    <Card title={t.title}>
      <SaveForm form={form} submit={t.save} canChange={canChange}>
        <TextField form={form} name="name" label={t.name} isDisabled={!canChange} />
        <FieldRow>
          <TextField form={form} name="email" type="email" label={t.email} isDisabled={!canChange} />
          <TextField form={form} name="phone" type="tel" label={t.phone} isOptional isDisabled={!canChange} />
        </FieldRow>
        <TextField form={form} name="web" type="url" label={t.web} isOptional isDisabled={!canChange} />
        <TextField form={form} name="street" label={t.street} hint={t.addressNote} isOptional isDisabled={!canChange} />
        <FieldRow>
          <TextField form={form} name="city" label={t.city} isOptional isDisabled={!canChange} />
          <TextField form={form} name="postalCode" label={t.postalCode} isOptional isDisabled={!canChange} />
        </FieldRow>
        <CountryField form={form} name="country" label={t.country} isOptional isDisabled={!canChange} />
        <FieldRow>
          <TextField form={form} name="companyId" label={t.companyId} isOptional isDisabled={!canChange} />
          <TextField form={form} name="vatId" label={t.vatId} isOptional isDisabled={!canChange} />
        </FieldRow>
        <FieldRow>
          <LanguageField form={form} name="language" label={t.language} isDisabled={!canChange} />
          <SelectField
            form={form}
            name="timeZone"
            label={t.timeZone}
            options={(zones.includes(timeZone) ? zones : [timeZone, ...zones]).map((zone) => ({
              value: zone,
              label: zone.replaceAll("_", " "),
            }))}
            isSearchable
            isDisabled={!canChange}
          />
        </FieldRow>
      </SaveForm>
    </Card>
  );
}
