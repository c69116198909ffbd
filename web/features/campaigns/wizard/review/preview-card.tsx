import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiFailure } from "../../../../api/api-failure.ts";
import { send } from "../../../../api/client.ts";
import type { OutputOf } from "../../../../api/operations.ts";
import { useMessages } from "../../../../i18n/messages.tsx";
import { Card } from "../../../../ui/display/card.tsx";
import { ScaledEmail } from "../../../../ui/email-frame/scaled-email.tsx";
import { ContactSelect, firstContacts, type Contact } from "../../../../ui/people/contact-select.tsx";
import { Failure, Notice } from "../../../../ui/state/failure.tsx";
import { Loading } from "../../../../ui/state/loading.tsx";
import type { Campaign } from "../../appearance.ts";
import { wizardMessages } from "../wizard-messages.ts";
import { reviewMessages } from "./review-messages.ts";
import classes from "./review.module.css";

const operation = "POST /campaigns/{campaign_id}/preview";
type Preview = OutputOf<typeof operation>;

/** The e-mail as one contact gets it, by the renderer that sends; the first of the list until another is chosen. */
export function PreviewCard({ campaign }: { campaign: Campaign }) {
  const t = useMessages(reviewMessages);
  const [chosen, setChosen] = useState<Contact>();
  const list = campaign.audience.listIds[0];
  const usual = useQuery(firstContacts(list));
  const contact = chosen ?? usual.data?.items[0];
  return (
    <Card
      title={t.preview}
      flush
      aside={<ContactSelect label={t.previewAs} value={contact} onChange={setChosen} list={list} w={200} />}
    >
      {usual.data?.total === 0 && <Notice title={t.previewNobody} />}
      {contact !== undefined && <PreviewFor campaign={campaign} contactId={contact.id} />}
    </Card>
  );
}

function PreviewFor({ campaign, contactId }: { campaign: Campaign; contactId: string }) {
  const t = useMessages(reviewMessages);
  const messages = useMessages(wizardMessages);
  const input = { params: { campaign_id: campaign.id }, body: { contactId } };
  const { data, error, refetch } = useQuery<Preview, ApiFailure>({
    queryKey: [operation, input, campaign.version, campaign.updatedAt],
    queryFn: ({ signal }) => send<Preview>(operation, input, { signal }),
    placeholderData: keepPreviousData,
  });
  if (error !== null)
    return error.is("validation html") ? (
      <Notice title={t.previewBroken} />
    ) : (
      <Failure error={error} what={t.preview} onRetry={() => void refetch()} />
    );
  if (data === undefined) return <Loading />;
  const { sender, fromName } = campaign;
  return (
    <>
      <div className={classes["envelope"]}>
        <p>
          <b>{fromName === "" ? sender?.name : fromName}</b> <span>{sender?.email}</span>
        </p>
        <p>{data.subject === "" ? messages.noSubject : data.subject}</p>
        <p>{data.preheader}</p>
      </div>
      {data.html !== "" && (
        <div className={classes["mail"]}>
          <ScaledEmail html={data.html} title={messages.previewFrame} width={640} />
        </div>
      )}
    </>
  );
}
