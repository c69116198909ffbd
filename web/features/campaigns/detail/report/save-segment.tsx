import { useNavigate } from "@tanstack/react-router";
import { useChange } from "../../../../api/queries.ts";
import { useMessages } from "../../../../i18n/messages.tsx";
import { useShops } from "../../../../ui/choices/use-choices.ts";
import { FormDialog } from "../../../../ui/dialog/form-dialog.tsx";
import { RadioField } from "../../../../ui/form/choice-fields.tsx";
import { DialogForm } from "../../../../ui/form/dialog-form.tsx";
import { TextField } from "../../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../../ui/state/toasts.tsx";
import type { Campaign } from "../../appearance.ts";
import { groupMessages } from "./group-messages.ts";
import { defineGroup, type Group } from "./groups.ts";

type Props = { readonly campaign: Campaign; readonly group: Group | undefined; readonly onClose: () => void };

/** Saves recipients of a campaign as a segment of its shop and opens it. */
export function SaveSegmentDialog({ campaign, group, onClose }: Props) {
  const t = useMessages(groupMessages);
  return (
    <FormDialog isOpen={group !== undefined} onClose={onClose} title={t.title}>
      {group !== undefined && <SegmentForm campaign={campaign} group={group} onClose={onClose} />}
    </FormDialog>
  );
}

const maxName = 200;

function SegmentForm({ campaign, group, onClose }: Props & { group: Group }) {
  const t = useMessages(groupMessages);
  const toast = useToasts();
  const navigate = useNavigate();
  const { shops, nameOf } = useShops();
  const add = useChange("POST /segments", { refresh: ["GET /segments"] });
  const name =
    typeof group.kind === "string" ? t.names[group.kind](campaign.name) : t.linkName(group.kind.name, campaign.name);
  const form = useApiForm<{ name: string; refresh: "daily" | "static" }>({
    initial: { name: name.slice(0, maxName), refresh: "daily" },
    messages: { "conflict name": t.nameTaken },
    send: async (values) => {
      const body = { ...values, publicName: "", shopId: campaign.shopId, definition: defineGroup(group) };
      const segment = await add.mutateAsync({ body });
      toast.done(t.saved(segment.name));
      await navigate({ to: "/segments/$segmentId", params: { segmentId: segment.id } });
    },
  });
  return (
    <DialogForm form={form} submit={t.save} onClose={onClose}>
      <TextField form={form} name="name" label={t.name} isFirst />
      <RadioField
        form={form}
        name="refresh"
        label={t.refresh}
        options={[
          { value: "daily", label: t.daily },
          { value: "static", label: t.static },
        ]}
      />
      {shops.length > 1 && <p>{t.ofShop(nameOf(campaign.shopId))}</p>}
    </DialogForm>
  );
}
