import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { call } from "../../../api/client.ts";
import { read, useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import type { Campaign } from "../appearance.ts";
import { groupMessages } from "./report/group-messages.ts";
import { defineGroup } from "./report/groups.ts";

type Props = { readonly campaign: Campaign; readonly isOpen: boolean; readonly onClose: () => void };

/** A draft copy of the campaign for those who got it and did not open it. */
export function ResendDialog({ campaign, isOpen, onClose }: Props) {
  const t = useMessages(groupMessages);
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={t.resendTitle}>
      <ResendForm campaign={campaign} onClose={onClose} />
    </FormDialog>
  );
}

const maxName = 200;

function ResendForm({ campaign, onClose }: Omit<Props, "isOpen">) {
  const t = useMessages(groupMessages);
  const toast = useToasts();
  const navigate = useNavigate();
  const { id: campaignId, shopId } = campaign;
  const { data } = useQuery(
    read("GET /stats/campaigns/{campaign_id}/recipients", {
      params: { campaign_id: campaignId },
      query: { tab: "not_opened", pageSize: 1 },
    }),
  );
  const count = data !== undefined && "total" in data ? data.total : undefined;
  const addSegment = useChange("POST /segments", { refresh: ["GET /segments"] });
  const copy = useChange("POST /campaigns/{campaign_id}/copy", { refresh: ["GET /campaigns"] });
  const form = useApiForm({
    initial: {
      segment: t.names.not_opened(campaign.name).slice(0, maxName),
      name: t.again(campaign.name).slice(0, maxName),
      subject: campaign.subject,
    },
    messages: { "conflict name": t.nameTaken },
    fields: { "conflict name": "segment" },
    send: async ({ segment, name, subject }) => {
      const definition = defineGroup({ campaignId, kind: "not_opened" });
      const { id: segmentId } = await addSegment.mutateAsync({
        body: { name: segment, publicName: "", shopId, refresh: "daily", definition },
      });
      const draft = await copy.mutateAsync({ params: { campaign_id: campaignId }, body: { name } });
      const audience = { ...draft.audience, listIds: [], segmentIds: [segmentId] };
      await call("PATCH /campaigns/{campaign_id}", {
        params: { campaign_id: draft.id },
        body: { audience, subject },
      });
      toast.done(t.created(draft.name));
      await navigate({
        to: "/campaigns/$campaignId/edit",
        params: { campaignId: draft.id },
        search: { step: "audience" },
      });
    },
  });
  return (
    <DialogForm form={form} submit={t.create} onClose={onClose}>
      <p>
        {count === undefined ? "…" : t.resendText(count)} {t.resendLive}
      </p>
      <TextField form={form} name="subject" label={t.subject} hint={t.subjectHint} isFirst />
      <TextField form={form} name="name" label={t.resendName} />
      <TextField form={form} name="segment" label={t.head} />
    </DialogForm>
  );
}
