import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { read } from "../../../../api/queries.ts";
import { useMessages } from "../../../../i18n/messages.tsx";
import { namedOptions } from "../../../../ui/choices/options.ts";
import { SelectField } from "../../../../ui/form/choice-fields.tsx";
import { DialogForm } from "../../../../ui/form/dialog-form.tsx";
import { TextField } from "../../../../ui/form/text-fields.tsx";
import type { ApiForm } from "../../../../ui/form/use-api-form.ts";
import { undoBouncesMessages } from "./messages.ts";

type Values = { day: string; reply: string; campaignId: string };

type Props = {
  readonly form: ApiForm<Values>;
  /** The found bounces were shown before: the focus comes back to the first field. */
  readonly isReturning: boolean;
  readonly onClose: () => void;
};

export function BounceFilterFields({ form, isReturning, onClose }: Props) {
  const t = useMessages(undoBouncesMessages);
  const { setFocus } = form;
  useEffect(() => {
    if (isReturning) setFocus("day");
  }, [isReturning, setFocus]);
  const campaigns = useQuery(read("GET /campaigns", { query: { pageSize: 100, sort: "-createdAt" } }));
  return (
    <DialogForm form={form} submit={t.count} onClose={onClose}>
      <p>{t.intro}</p>
      <TextField form={form} name="day" type="date" label={t.day} hint={t.dayHint} isFirst />
      <TextField form={form} name="reply" label={t.reply} hint={t.replyHint} isOptional />
      <SelectField
        form={form}
        name="campaignId"
        label={t.campaign}
        hint={t.campaignHint}
        options={namedOptions(campaigns.data?.items)}
        isOptional
        isSearchable
        isClearable
      />
    </DialogForm>
  );
}
