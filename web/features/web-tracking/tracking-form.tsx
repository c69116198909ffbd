import { useChange } from "../../api/queries.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { SwitchField } from "../../ui/form/choice-fields.tsx";
import { SaveForm } from "../../ui/form/form.tsx";
import { TextAreaField } from "../../ui/form/text-fields.tsx";
import { useApiForm } from "../../ui/form/use-api-form.ts";
import { useToasts } from "../../ui/state/toasts.tsx";
import { siteMessages } from "./messages.ts";
import type { OutputOf } from "../../api/operations.ts";

export type WebTracking = OutputOf<"GET /web-tracking">["items"][number];

export function TrackingForm({ settings, canChange }: { settings: WebTracking; canChange: boolean }) {
  const { tracking: t, saved } = useMessages(siteMessages);
  const toast = useToasts();
  const update = useChange("PATCH /web-tracking/{shop_id}", { refresh: ["GET /web-tracking"] });
  const { shopId, enabled, requireConsent, domains } = settings;
  const form = useApiForm({
    initial: { enabled, requireConsent, domains: domains.join("\n") },
    messages: Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`domains.${index}`, t.domainInvalid])),
    send: async (values) => {
      const names = values.domains.split(/\s+/).filter((name) => name !== "");
      await update.mutateAsync({ params: { shop_id: shopId }, body: { ...values, domains: names } });
      toast.done(saved);
    },
  });
  return (
    <SaveForm form={form} submit={t.save} canChange={canChange}>
      <SwitchField form={form} name="enabled" label={t.enabled} isDisabled={!canChange} />
      {form.watch("enabled") && (
        <>
          <SwitchField
            form={form}
            name="requireConsent"
            label={t.requireConsent}
            hint={t.requireConsentHint}
            isDisabled={!canChange}
          />
          <TextAreaField
            form={form}
            name="domains"
            label={t.domains}
            hint={t.domainsHint}
            rows={2}
            isOptional
            isDisabled={!canChange}
          />
        </>
      )}
    </SaveForm>
  );
}
