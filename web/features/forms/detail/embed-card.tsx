import { useQuery } from "@tanstack/react-query";
import { read } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { CopyButton } from "../../../ui/display/copy-button.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { formsMessages } from "../messages.ts";
import classes from "./detail.module.css";

/** The codes for other sites, each with what a page with a content security policy has to add. */
export function EmbedCard({ formId }: { formId: string }) {
  const t = useMessages(formsMessages);
  const { data, error, refetch } = useQuery(read("GET /forms/{form_id}/embed", { params: { form_id: formId } }));
  const codes = data && [
    {
      key: "script",
      label: t.embeds.script,
      hint: t.embeds.scriptHint,
      code: data.script,
      policy: data.policies.script,
    },
    { key: "url", label: t.embeds.url, hint: t.embeds.urlHint, code: data.url, policy: "" },
    {
      key: "styled",
      label: t.embeds.styled,
      hint: t.embeds.styledHint,
      code: data.styled,
      policy: data.policies.styled,
    },
    { key: "html", label: t.embeds.html, hint: t.embeds.htmlHint, code: data.html, policy: data.policies.html },
  ];
  return (
    <Card title={t.embed} flush>
      {codes === undefined && <Waiting error={error} what={t.embed} onRetry={refetch} />}
      {codes?.map(({ key, label, hint, code, policy }) => (
        <section key={key} className={classes["embed"]} aria-label={label}>
          <div className={classes["embedHead"]}>
            <span>
              <b>{label}</b>
              <small>{hint}</small>
            </span>
            <CopyButton text={code} name={label} withLabel />
          </div>
          <pre className={classes["code"]} tabIndex={0} role="region" aria-label={t.codeOf(label)}>
            {code}
          </pre>
          {policy !== "" && (
            <small className={classes["policy"]}>
              {t.policy} <code>{policy}</code>
            </small>
          )}
        </section>
      ))}
    </Card>
  );
}
