import { useNavigate } from "@tanstack/react-router";
import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useShops } from "../../../ui/choices/use-choices.ts";
import { SelectField } from "../../../ui/form/choice-fields.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { couponsMessages } from "./messages.ts";

export function AddStackForm({ onClose }: { onClose: () => void }) {
  const t = useMessages(couponsMessages);
  const navigate = useNavigate();
  const { options } = useShops();
  const add = useChange("POST /coupon-stacks", { refresh: ["GET /coupon-stacks"] });
  const form = useApiForm({
    initial: { name: "", mergeKey: "", shopId: "", note: "" },
    messages: {
      "conflict name": t.form.nameTaken,
      "conflict mergeKey": t.form.keyTaken,
      "conflict limit": t.form.limit,
      "validation mergeKey": t.form.keyInvalid,
    },
    send: async ({ name, mergeKey, shopId, note }) => {
      const { id } = await add.mutateAsync({ body: { name, mergeKey, shopId: shopId === "" ? null : shopId, note } });
      onClose();
      await navigate({ to: "/shop/coupons/$stackId", params: { stackId: id } });
    },
  });
  return (
    <DialogForm form={form} submit={t.add} onClose={onClose}>
      <TextField form={form} name="name" label={t.form.name} isFirst />
      <TextField form={form} name="mergeKey" label={t.form.mergeKey} hint={t.form.mergeKeyHint} width={240} />
      {options.length > 1 && (
        <SelectField form={form} name="shopId" label={t.form.shop} options={options} isOptional isClearable />
      )}
      <TextField form={form} name="note" label={t.form.note} isOptional />
    </DialogForm>
  );
}
