import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { optionsOf } from "../../../ui/choices/options.ts";
import { SelectField } from "../../../ui/form/choice-fields.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { choiceOf } from "../../../ui/grid/use-grid.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { endpointsMessages } from "./messages.ts";

const hourMs = 3_600_000;
/** The month ends a minute early: the API takes at most 30 days. */
const rangesMs = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs, month: 30 * 24 * hourMs - 60_000 } as const;

export function ReplayForm({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const t = useMessages(endpointsMessages);
  const toast = useToasts();
  const replay = useChange("POST /webhook-endpoints/{endpoint_id}/replay", { refresh: ["GET /webhook-endpoints"] });
  const form = useApiForm({
    initial: { range: "day" },
    send: async ({ range }) => {
      const ms = rangesMs[choiceOf(rangesMs, range) ?? "day"];
      const from = new Date(Date.now() - ms).toISOString();
      await replay.mutateAsync({ params: { endpoint_id: endpointId }, body: { from } });
      toast.done(t.replay.done);
      onClose();
    },
  });
  return (
    <DialogForm form={form} submit={t.replay.submit} onClose={onClose}>
      <p>{t.replay.text}</p>
      <SelectField form={form} name="range" label={t.replay.since} options={optionsOf(t.replay.ranges)} />
    </DialogForm>
  );
}
