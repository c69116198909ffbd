import { useQuery } from "@tanstack/react-query";
import { read } from "../../../../api/queries.ts";
import { useMessages } from "../../../../i18n/messages.tsx";
import { Card } from "../../../../ui/display/card.tsx";
import { ScaledEmail } from "../../../../ui/email-frame/scaled-email.tsx";
import { Waiting } from "../../../../ui/state/waiting.tsx";
import { useReadableText } from "../../../../ui/names/merge-tags.ts";
import type { TabProps } from "./report.ts";
import { reportMessages } from "./report-messages.ts";
import classes from "./report.module.css";

/** The e-mail as it left. */
export function ContentTab({ campaign }: TabProps) {
  const t = useMessages(reportMessages);
  const readable = useReadableText();
  const { data, error, refetch } = useQuery(
    read("GET /stats/campaigns/{campaign_id}/heatmap", { params: { campaign_id: campaign.id } }),
  );
  const { sender, fromName, subject, preheader } = campaign;
  return (
    <Card title={t.content} flush>
      <div className={classes["envelope"]}>
        <p>
          <b>{fromName === "" ? sender?.name : fromName}</b> {sender?.email}
        </p>
        <p>{readable(subject)}</p>
        <p>{readable(preheader)}</p>
      </div>
      {data === undefined && <Waiting error={error} what={t.content} onRetry={refetch} />}
      {data !== undefined && (
        <div className={classes["mail"]}>
          <div className={classes["page"]}>
            <ScaledEmail html={data.html} title={t.content} width={680} />
          </div>
        </div>
      )}
    </Card>
  );
}
