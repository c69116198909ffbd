import { useQuery } from "@tanstack/react-query";
import { read } from "../../../api/queries.ts";
import { useWords } from "../../../i18n/words.tsx";
import { Card, Facts } from "../../../ui/display/card.tsx";
import type { FormRow } from "../looks.ts";
import { formsWords } from "../words.ts";
import classes from "./detail.module.css";

/** The e-mail that a sign-up is confirmed by, and the one after it. */
export function ConfirmationCard({ form: { id, settings, captcha } }: { form: FormRow }) {
  const t = useWords(formsWords);
  const words = t.confirmation;
  const { data: templates } = useQuery(read("GET /forms/doi-templates"));
  const { data: welcome } = useQuery(read("GET /forms/{form_id}/welcome", { params: { form_id: id } }));
  const template = templates?.items.find((one) => one.id === settings.doiTemplateId)?.name;
  return (
    <Card title={t.doi}>
      <p className={classes["text"]}>{t.doiText}</p>
      <Facts
        items={[
          [words.template, template ?? words.defaultTemplate],
          [
            words.reminder,
            settings.reminderHours === null ? words.noReminder : words.reminderAfter(settings.reminderHours),
          ],
          [words.welcome, welcome?.enabled === true ? words.on : words.off],
          [words.captcha, captcha ? words.captchaOn : words.captchaOff],
        ]}
      />
    </Card>
  );
}
