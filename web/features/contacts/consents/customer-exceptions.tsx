import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../../api/operations.ts";
import { read, useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { SwitchField } from "../../../ui/form/choice-fields.tsx";
import { Form, SubmitButton } from "../../../ui/form/form.tsx";
import { NumberField } from "../../../ui/form/number-field.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { consentsMessages } from "./messages.ts";
import classes from "./consents.module.css";

type Settings = OutputOf<"GET /consent-settings">["items"][number];

export function CustomerExceptions({ canChange }: { canChange: boolean }) {
  const { exception: t } = useMessages(consentsMessages);
  const { data, error, refetch } = useQuery(read("GET /consent-settings"));
  return (
    <Card title={t.title}>
      <p className={classes["text"]}>{t.text}</p>
      {data === undefined && <Waiting error={error} what={t.title} onRetry={refetch} />}
      {data?.items.map((settings) => (
        <section key={settings.shopId} className={classes["shop"]} aria-label={settings.shopName}>
          <h3>{settings.shopName}</h3>
          <ExceptionForm settings={settings} canChange={canChange} />
        </section>
      ))}
    </Card>
  );
}

function ExceptionForm({ settings, canChange }: { settings: Settings; canChange: boolean }) {
  const { exception: t } = useMessages(consentsMessages);
  const toast = useToasts();
  const update = useChange("PATCH /consent-settings/{shop_id}", { refresh: ["GET /consent-settings"] });
  const { shopId, shopName, customerException, customerExceptionDays } = settings;
  const form = useApiForm({
    initial: { customerException, customerExceptionDays },
    messages: { customerExceptionDays: t.invalid },
    send: async (body) => {
      await update.mutateAsync({ params: { shop_id: shopId }, body });
      toast.done(t.saved(shopName));
    },
  });
  return (
    <Form form={form}>
      <SwitchField form={form} name="customerException" label={t.on} isDisabled={!canChange} />
      {form.watch("customerException") && (
        <NumberField
          form={form}
          name="customerExceptionDays"
          label={t.days}
          limits={{ min: 1, max: 3650 }}
          isDisabled={!canChange}
        />
      )}
      {canChange && form.formState.isDirty && (
        <div>
          <SubmitButton form={form}>{t.save}</SubmitButton>
        </div>
      )}
    </Form>
  );
}
