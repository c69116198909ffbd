import { useQuery } from "@tanstack/react-query";
import { read } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Card, Facts } from "../../../ui/display/card.tsx";
import type { FormRow } from "../appearance.ts";
import { formsMessages } from "../messages.ts";
import classes from "./detail.module.css";

/** The e-mail that a sign-up is confirmed by, and the one after it. */
export function ConfirmationCard({ form: { id, settings, captcha } }: { form: FormRow }) {
  const t = useMessages(formsMessages);
  const messages = t.confirmation;
  const { data: templates } = useQuery(read("GET /forms/doi-templates"));
  const { data: welcome } = useQuery(read("GET /forms/{form_id}/welcome", { params: { form_id: id } }));
  const template = templates?.items.find((one) => one.id === settings.doiTemplateId)?.name;
  return (
    <Card title={t.doi}>
      <p className={classes["text"]}>{t.doiText}</p>
      <Facts
        items={[
          [messages.template, template ?? messages.defaultTemplate],
          [
            messages.reminder,
            settings.reminderHours === null ? messages.noReminder : messages.reminderAfter(settings.reminderHours),
          ],
          [messages.welcome, welcome?.enabled === true ? messages.on : messages.off],
          [messages.captcha, captcha ? messages.captchaOn : messages.captchaOff],
        ]}
      />
    </Card>
  );
}
