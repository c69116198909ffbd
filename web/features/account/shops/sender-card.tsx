import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../../api/operations.ts";
import { read, useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { SwitchField } from "../../../ui/form/choice-fields.tsx";
import { FieldRow, SaveForm } from "../../../ui/form/form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { shopsMessages } from "./messages.ts";

type Settings = OutputOf<"GET /shop-settings">["items"][number];

export function SenderCard({ shopId, canChange }: { shopId: string; canChange: boolean }) {
  const { sender: t } = useMessages(shopsMessages);
  const { data, error, refetch } = useQuery(read("GET /shop-settings"));
  const settings = data?.items.find((item) => item.shopId === shopId);
  return (
    <Card title={t.title}>
      {settings !== undefined && <SenderForm settings={settings} canChange={canChange} />}
      {data === undefined && <Waiting error={error} what={t.title} onRetry={refetch} />}
    </Card>
  );
}

function SenderForm({ settings, canChange }: { settings: Settings; canChange: boolean }) {
  const { sender: t, saved } = useMessages(shopsMessages);
  const toast = useToasts();
  const update = useChange("PATCH /shop-settings/{shop_id}", { refresh: ["GET /shop-settings"] });
  const { shopId, senderName, replyTo, syncContacts, syncOrders } = settings;
  const form = useApiForm({
    initial: { senderName: senderName ?? "", replyTo: replyTo ?? "", syncContacts, syncOrders },
    send: async (values) => {
      await update.mutateAsync({
        params: { shop_id: shopId },
        body: { ...values, senderName: values.senderName || null, replyTo: values.replyTo || null },
      });
      toast.done(saved);
    },
  });
  const isDisabled = !canChange;
  return (
    <SaveForm form={form} submit={t.save} canChange={canChange}>
      <FieldRow>
        <TextField form={form} name="senderName" label={t.senderName} isOptional isDisabled={isDisabled} />
        <TextField form={form} name="replyTo" type="email" label={t.replyTo} isOptional isDisabled={isDisabled} />
      </FieldRow>
      <SwitchField form={form} name="syncContacts" label={t.syncContacts} isDisabled={isDisabled} />
      <SwitchField form={form} name="syncOrders" label={t.syncOrders} isDisabled={isDisabled} />
    </SaveForm>
  );
}
