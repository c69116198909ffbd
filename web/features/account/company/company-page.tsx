import { useQuery } from "@tanstack/react-query";
import { read } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { CardStack } from "../../../ui/display/card.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { DeletionCard } from "./deletion-card.tsx";
import { DetailsCard } from "./details-card.tsx";
import { SendingCard } from "./sending-card.tsx";
import { companyMessages } from "./messages.ts";

export function Page() {
  const t = useMessages(companyMessages);
  const { data: company, error, refetch } = useQuery(read("GET /company"));
  return (
    <>
      <PageHeader title={t.title} />
      {company === undefined ? (
        <WaitingCard error={error} what={t.error} onRetry={refetch} />
      ) : (
        <CardStack>
          <DetailsCard company={company} />
          <SendingCard company={company} />
          <DeletionCard company={company} />
        </CardStack>
      )}
    </>
  );
}
