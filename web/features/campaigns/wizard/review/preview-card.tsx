import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiFailure } from "../../../../api/api-failure.ts";
import { send } from "../../../../api/client.ts";
import type { OutputOf } from "../../../../api/operations.ts";
import { read } from "../../../../api/queries.ts";
import { useWords } from "../../../../i18n/words.tsx";
import { Card } from "../../../../ui/display/card.tsx";
import { ScaledEmail } from "../../../../ui/email-frame/scaled-email.tsx";
import { Failure, Notice } from "../../../../ui/state/failure.tsx";
import { Loading } from "../../../../ui/state/loading.tsx";
import type { Campaign } from "../../looks.ts";
import { wizardWords } from "../wizard-words.ts";
import { reviewWords } from "./review-words.ts";
import classes from "./review.module.css";

const operation = "POST /campaigns/{campaign_id}/preview";
type Preview = OutputOf<typeof operation>;

/** The e-mail as one contact gets it, by the renderer that sends. */
export function PreviewCard({ campaign }: { campaign: Campaign }) {
  const t = useWords(reviewWords);
  const [text, setText] = useState("");
  const [q] = useDebouncedValue(text.trim(), 200);
  const [chosen, setChosen] = useState<string | null>(null);
  const list = campaign.audience.listIds[0];
  const contacts = useQuery({
    ...read("GET /contacts", { query: { pageSize: 10, list, q: q === "" || chosen !== null ? undefined : q } }),
    placeholderData: keepPreviousData,
  });
  const items = contacts.data?.items ?? [];
  const contactId = chosen ?? items[0]?.id;
  return (
    <Card
      title={t.preview}
      flush
      aside={
        <Select
          aria-label={t.previewAs}
          placeholder={t.contactSearch}
          data={items.map(({ id, email, firstName, lastName }) => ({
            value: id,
            label: [firstName, lastName].filter(Boolean).join(" ") || email,
          }))}
          value={contactId ?? null}
          onChange={(value) => setChosen(value)}
          searchable
          onSearchChange={setText}
          filter={({ options }) => options}
          w={200}
        />
      }
    >
      {contacts.data?.total === 0 && q === "" && <Notice title={t.previewNobody} />}
      {contactId !== undefined && <PreviewFor campaign={campaign} contactId={contactId} />}
    </Card>
  );
}

function PreviewFor({ campaign, contactId }: { campaign: Campaign; contactId: string }) {
  const t = useWords(reviewWords);
  const words = useWords(wizardWords);
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
        <p>{data.subject === "" ? words.noSubject : data.subject}</p>
        <p>{data.preheader}</p>
      </div>
      {data.html !== "" && (
        <div className={classes["mail"]}>
          <ScaledEmail html={data.html} title={words.previewFrame} width={640} />
        </div>
      )}
    </>
  );
}
