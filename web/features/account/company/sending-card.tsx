import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../../api/operations.ts";
import { read, useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { Card, Facts } from "../../../ui/display/card.tsx";
import { Status, type StatusAppearance } from "../../../ui/display/status.tsx";
import { SwitchField } from "../../../ui/form/choice-fields.tsx";
import { FieldRow, SaveForm } from "../../../ui/form/form.tsx";
import { NumberField } from "../../../ui/form/number-field.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import type { Company } from "./company.ts";
import { companyMessages } from "./messages.ts";
import classes from "./company.module.css";

const appearances: Readonly<Record<Company["sendingState"], StatusAppearance>> = {
  live: { shape: "tick", tone: "good" },
  pending: { shape: "dashed", tone: "warn" },
  paused: { shape: "bars", tone: "warn" },
  suspended: { shape: "slashed", tone: "bad" },
};

export function SendingCard({ company }: { company: Company }) {
  const { sending: t } = useMessages(companyMessages);
  const { data: defaults, error, refetch } = useQuery(read("GET /sending-defaults"));
  return (
    <Card title={t.title}>
      <LifecycleState company={company} />
      {defaults !== undefined && <SendingForm company={company} defaults={defaults} />}
      {defaults === undefined && <Waiting error={error} what={t.title} onRetry={refetch} />}
    </Card>
  );
}

function LifecycleState({ company }: { company: Company }) {
  const { sending: t } = useMessages(companyMessages);
  const { data: mode } = useQuery(read("GET /sending-mode"));
  const { data: standing } = useQuery(read("GET /company/standing"));
  const notes = [
    ...(standing === undefined || standing.reason === null ? [] : [t.reasons[standing.reason]]),
    ...(standing === undefined || standing.since === null ? [] : [t.since(standing.since)]),
  ];
  return (
    <div className={classes["facts"]}>
      <Facts
        items={[
          [t.mode, mode === undefined ? "…" : t.modes[mode.mode]],
          [
            t.state,
            <Status
              key="state"
              appearance={appearances[company.sendingState]}
              label={[t.states[company.sendingState], ...notes].join(" · ")}
            />,
          ],
        ]}
      />
    </div>
  );
}

type Defaults = OutputOf<"GET /sending-defaults">;

function SendingForm({ company, defaults }: { company: Company; defaults: Defaults }) {
  const { sending: t, saved } = useMessages(companyMessages);
  const toast = useToasts();
  const canChange = useCan()("settings", "full");
  const update = useChange("PATCH /company", { refresh: ["GET /company", "GET /sending-mode"] });
  const setDefaults = useChange("PUT /sending-defaults", { refresh: ["GET /sending-defaults"] });
  const { sendingEnabled, conversionWindowDays, requireTwoFactor, requireCampaignApproval } = company;
  const { utmDefaultOn, frequencyCap } = defaults;
  const form = useApiForm({
    initial: {
      sendingEnabled,
      conversionWindowDays,
      requireTwoFactor,
      requireCampaignApproval,
      utmDefaultOn,
      isCapped: frequencyCap !== null,
      emails: frequencyCap?.emails ?? 3,
      days: frequencyCap?.days ?? 7,
    },
    messages: { "conflict two_factor": t.twoFactorFirst },
    fields: { "conflict two_factor": "requireTwoFactor" },
    send: async ({ isCapped, emails, days, utmDefaultOn: utm, ...own }) => {
      await update.mutateAsync({ body: own });
      await setDefaults.mutateAsync({ body: { utmDefaultOn: utm, frequencyCap: isCapped ? { emails, days } : null } });
      toast.done(saved);
    },
  });
  const isDisabled = !canChange;
  return (
    <SaveForm form={form} submit={t.save} canChange={canChange}>
      <SwitchField form={form} name="sendingEnabled" label={t.enabled} hint={t.enabledHint} isDisabled={isDisabled} />
      <SwitchField form={form} name="utmDefaultOn" label={t.utm} isDisabled={isDisabled} />
      <SwitchField form={form} name="isCapped" label={t.cap} isDisabled={isDisabled} />
      {form.watch("isCapped") && (
        <FieldRow>
          <NumberField
            form={form}
            name="emails"
            label={t.capEmails}
            limits={{ min: 1, max: 100 }}
            isDisabled={isDisabled}
          />
          <NumberField
            form={form}
            name="days"
            label={t.capDays}
            limits={{ min: 1, max: 365 }}
            isDisabled={isDisabled}
          />
        </FieldRow>
      )}
      <NumberField
        form={form}
        name="conversionWindowDays"
        label={t.conversionWindowDays}
        hint={t.conversionHint}
        limits={{ min: 1, max: 90, suffix: t.days }}
        isDisabled={isDisabled}
      />
      <SwitchField
        form={form}
        name="requireCampaignApproval"
        label={t.requireCampaignApproval}
        hint={t.requireCampaignApprovalHint}
        isDisabled={isDisabled}
      />
      <SwitchField
        form={form}
        name="requireTwoFactor"
        label={t.requireTwoFactor}
        hint={t.requireTwoFactorHint}
        isDisabled={isDisabled}
      />
    </SaveForm>
  );
}
