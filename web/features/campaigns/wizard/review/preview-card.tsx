import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiFailure } from "../../../../api/api-failure.ts";
import { send } from "../../../../api/client.ts";
import type { OutputOf } from "../../../../api/operations.ts";
import { read } from "../../../../api/queries.ts";
import { useMessages } from "../../../../i18n/messages.tsx";
import { Card } from "../../../../ui/display/card.tsx";
import { ScaledEmail } from "../../../../ui/email-frame/scaled-email.tsx";
import { Failure, Notice } from "../../../../ui/state/failure.tsx";
import { Loading } from "../../../../ui/state/loading.tsx";
import type { Campaign } from "../../appearance.ts";
import { wizardMessages } from "../wizard-messages.ts";
import { reviewMessages } from "./review-messages.ts";
import classes from "./review.module.css";

const operation = "POST /campaigns/{campaign_id}/preview";
type Preview = OutputOf<typeof operation>;

type Contact = OutputOf<"GET /contacts">["items"][number];

const labelOf = ({ email, firstName, lastName }: Contact): string =>
  [firstName, lastName].filter(Boolean).join(" ") || email;

/** The e-mail as one contact gets it, by the renderer that sends; the first of the list until another is chosen. */
export function PreviewCard({ campaign }: { campaign: Campaign }) {
  const t = useMessages(reviewMessages);
  const [text, setText] = useState("");
  const [typed] = useDebouncedValue(text.trim(), 200);
  const [chosen, setChosen] = useState<Contact>();
  const list = campaign.audience.listIds[0];
  const usual = useQuery(read("GET /contacts", { query: { pageSize: 10, list } }));
  const contact = chosen ?? usual.data?.items[0];
  // The field shows the name of the chosen one; that is not a search.
  const isSearch = typed !== "" && (contact === undefined || typed !== labelOf(contact));
  const found = useQuery({
    ...read("GET /contacts", { query: { pageSize: 10, list, q: typed } }),
    enabled: isSearch,
    placeholderData: keepPreviousData,
  });
  const offered = (isSearch ? found.data : usual.data)?.items ?? [];
  const options =
    contact === undefined || offered.some(({ id }) => id === contact.id) ? offered : [...offered, contact];
  return (
    <Card
      title={t.preview}
      flush
      aside={
        <Select
          aria-label={t.previewAs}
          placeholder={t.contactSearch}
          data={options.map((one) => ({ value: one.id, label: labelOf(one) }))}
          value={contact?.id ?? null}
          onChange={(id) => setChosen(options.find((one) => one.id === id))}
          searchable
          onSearchChange={setText}
          filter={({ options: all }) => all}
          w={200}
        />
      }
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
