import { Button } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { read } from "../../../../api/queries.ts";
import { useMessages } from "../../../../i18n/messages.tsx";
import { useAddress } from "../../../../routing/search.ts";
import { Card, CardStack, TwoColumns } from "../../../../ui/display/card.tsx";
import { IconAlertTriangle, IconCircleCheck, IconPencil } from "../../../../ui/icons.ts";
import { WaitingCard } from "../../../../ui/state/waiting.tsx";
import type { Campaign } from "../../appearance.ts";
import { ApprovalGate } from "../../approvals/approval-gate.tsx";
import { audienceMessages } from "../audience-messages.ts";
import { ReachFigure, ReasonTable } from "../reach.tsx";
import type { StepProps } from "../steps.ts";
import { useCampaignCheck, useCheckRows, type CampaignCheck } from "./checks.ts";
import { PreviewCard } from "./preview-card.tsx";
import { reviewMessages } from "./review-messages.ts";
import { SendCard } from "./send-card.tsx";
import classes from "./review.module.css";

export function ReviewStep({ campaign, autosave }: StepProps) {
  const t = useMessages(reviewMessages);
  const result = useCampaignCheck(campaign);
  const { data: check, error, refetch, isFetching, dataUpdatedAt } = result;
  return (
    <TwoColumns
      main={
        check === undefined ? (
          <WaitingCard error={error} what={t.checksError} onRetry={refetch} />
        ) : (
          <CardStack>
            <ReachCard campaign={campaign} check={check} isCounting={isFetching} />
            <ChecksCard campaign={campaign} check={check} />
          </CardStack>
        )
      }
      side={
        <CardStack>
          {check !== undefined && (
            <ApprovalGate campaign={campaign} autosave={autosave} isReady={check.ready}>
              <SendCard
                campaign={campaign}
                autosave={autosave}
                check={check}
                countedAt={new Date(dataUpdatedAt)}
                onRecount={async () => void (await refetch())}
              />
            </ApprovalGate>
          )}
          <PreviewCard campaign={campaign} />
        </CardStack>
      }
    />
  );
}

function ReachCard({
  campaign,
  check: { audience },
  isCounting,
}: {
  campaign: Campaign;
  check: CampaignCheck;
  isCounting: boolean;
}) {
  const t = useMessages(audienceMessages);
  const [, changeAddress] = useAddress();
  const names = useListNames(campaign.audience.listIds);
  return (
    <Card
      title={t.reach}
      flush
      aside={
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPencil size={15} />}
          onClick={() => changeAddress({ step: "audience" })}
        >
          {t.edit}
        </Button>
      }
    >
      <ReachFigure
        size={audience}
        isCounting={isCounting}
        where={
          campaign.audience.listIds.length === 1 && campaign.audience.segmentIds.length === 0 && names.length === 1 ? (
            <b>{t.inLists(names.join(""))}</b>
          ) : undefined
        }
      />
      <ReasonTable leftOut={audience.leftOut} listIds={campaign.audience.listIds} />
    </Card>
  );
}

const useListNames = (ids: readonly string[]): string[] =>
  useQueries({
    queries: ids.slice(0, 1).map((id) => ({
      ...read("GET /lists/{list_id}", { params: { list_id: id } }),
      staleTime: 60_000,
    })),
    combine: (results) => results.flatMap(({ data }) => (data === undefined ? [] : [data.name])),
  });

function ChecksCard({ campaign, check }: { campaign: Campaign; check: CampaignCheck }) {
  const t = useMessages(reviewMessages);
  const [, changeAddress] = useAddress();
  const rows = useCheckRows(campaign, check);
  const count = (tone: string) => rows.filter((row) => row.tone === tone).length;
  return (
    <Card title={t.checks} aside={t.checksSummary(count("good"), count("warn"), count("bad"))} flush>
      <ul className={classes["checks"]}>
        {rows.map(({ key, tone, title, text, step }) => (
          <li key={key} data-tone={tone}>
            {tone === "good" ? <IconCircleCheck size={17} /> : <IconAlertTriangle size={17} />}
            <span>
              <b>{title}</b>
              {text !== undefined && text !== "" && ` · ${text}`}
            </span>
            {step !== undefined && (
              <button type="button" onClick={() => changeAddress({ step })}>
                {t.fix}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
