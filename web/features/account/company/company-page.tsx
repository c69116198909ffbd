import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../../api/operations.ts";
import { read } from "../../../api/queries.ts";
import { useWords } from "../../../i18n/words.tsx";
import { Card, CardStack } from "../../../ui/display/card.tsx";
import { PageHead } from "../../../ui/display/page-head.tsx";
import { Failure } from "../../../ui/state/failure.tsx";
import { Loading } from "../../../ui/state/loading.tsx";
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
        <Card flush>
          {error === null ? (
            <Loading lines={6} />
          ) : (
            <Failure error={error} what={t.error} onRetry={() => void refetch()} />
          )}
        </Card>
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
