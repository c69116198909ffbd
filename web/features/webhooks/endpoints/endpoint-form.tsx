import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { MultiSelectField } from "../../../ui/form/multi-fields.tsx";
import { NumberField } from "../../../ui/form/number-field.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { webhooksMessages } from "../messages.ts";
import type { Endpoint } from "./endpoint.ts";
import { endpointsMessages } from "./messages.ts";

type Props = {
  readonly endpoint: Endpoint | undefined;
  /** All that can be chosen. */
  readonly events: Endpoint["events"];
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
};

export function EndpointForm({ endpoint, events, onClose, onSecret }: Props) {
  const t = useMessages(endpointsMessages);
  const { events: names } = useMessages(webhooksMessages);
  const ui = useMessages(uiMessages);
  const toast = useToasts();
  const refresh = ["GET /webhook-endpoints"] as const;
  const add = useChange("POST /webhook-endpoints", { refresh });
  const update = useChange("PATCH /webhook-endpoints/{endpoint_id}", { refresh });
  const form = useApiForm({
    initial: {
      url: endpoint?.url ?? "",
      events: endpoint?.events ?? [],
      batchSize: endpoint?.batchSize ?? 1,
      description: endpoint?.description ?? "",
    },
    messages: {
      url: t.form.urlInvalid,
      events: t.form.eventsInvalid,
      "conflict limit": t.form.limit,
      "unavailable data_key": t.form.unavailable,
    },
    send: async (body) => {
      if (endpoint === undefined) {
        const { secret } = await add.mutateAsync({ body });
        onSecret(secret);
      } else await update.mutateAsync({ params: { endpoint_id: endpoint.id }, body });
      toast.done(endpoint === undefined ? t.added : t.saved);
      onClose();
    },
  });
  const options = events.map((value) => ({ value, label: names[value] }));
  return (
    <DialogForm form={form} submit={endpoint === undefined ? t.add : ui.save} onClose={onClose}>
      <TextField
        form={form}
        name="url"
        type="url"
        label={t.form.url}
        hint={t.form.urlHint}
        placeholder="https://"
        isFirst
      />
      <MultiSelectField form={form} name="events" label={t.form.events} options={options} />
      <NumberField
        form={form}
        name="batchSize"
        label={t.form.batchSize}
        hint={t.form.batchHint}
        limits={{ min: 1, max: 100 }}
      />
      <TextField form={form} name="description" label={t.form.description} />
    </DialogForm>
  );
}
