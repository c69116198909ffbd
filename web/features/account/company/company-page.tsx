import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../../api/operations.ts";
import { read } from "../../../api/queries.ts";
import { useWords } from "../../../i18n/words.tsx";
import { CardStack } from "../../../ui/display/card.tsx";
import { PageHead } from "../../../ui/display/page-head.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { DeletionCard } from "./deletion-card.tsx";
import { DetailsCard } from "./details-card.tsx";
import { SendingCard } from "./sending-card.tsx";
import { companyWords } from "./words.ts";

export type Company = OutputOf<"GET /company">;

export function Page() {
  const t = useWords(companyWords);
  const { data: company, error, refetch } = useQuery(read("GET /company"));
  return (
    <>
      <PageHead title={t.title} />
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
