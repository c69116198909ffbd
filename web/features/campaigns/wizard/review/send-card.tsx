import { Button, SegmentedControl, Switch, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { ApiFailure } from "../../../../api/api-failure.ts";
import { toQueryKey, useChange } from "../../../../api/queries.ts";
import { useFormats, useMessages } from "../../../../i18n/messages.tsx";
import { Callout } from "../../../../ui/display/callout.tsx";
import { Card, Facts } from "../../../../ui/display/card.tsx";
import { IconCheck, IconSend } from "../../../../ui/icons.ts";
import { describeFailure } from "../../../../ui/state/failure.tsx";
import { uiMessages } from "../../../../ui/messages.ts";
import type { Campaign } from "../../appearance.ts";
import type { Autosave } from "../autosave.ts";
import type { CampaignCheck } from "./checks.ts";
import { defaultPlan, momentName, plannedInstant } from "./planned-time.ts";
import { RecountDialog, type Drift } from "./recount-dialog.tsx";
import { reviewMessages, type ReviewMessages } from "./review-messages.ts";
import { describeMissingRecords } from "../../../../ui/rejections/missing-records.ts";
import classes from "./review.module.css";

type Props = {
  readonly campaign: Campaign;
  readonly autosave: Autosave;
  readonly check: CampaignCheck;
  readonly countedAt: Date;
  readonly onRecount: () => Promise<void>;
};

/** When it leaves, the number to type, and the one button that sends. */
export function SendCard({ campaign, autosave, check, countedAt, onRecount }: Props) {
  const t = useMessages(reviewMessages);
  const formats = useFormats();
  const { timeZone } = formats;
  const { recipients } = check.audience;
  const [isLater, setLater] = useState(campaign.timing === "schedule");
  const [plan, setPlan] = useState(() => defaultPlan(campaign.plannedAt, timeZone));
  const [typed, setTyped] = useState("");
  const { approve, problem, drift, clearDrift } = useApproval(campaign, autosave);
  const isTyped = typed.replaceAll(/\s/g, "") === String(recipients);
  const plannedAt = isLater ? plannedInstant(plan, timeZone) : undefined;
  const isPlanned = !isLater || plannedAt !== undefined;
  return (
    <Card title={t.send}>
      <form
        className={classes["send"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (isTyped && isPlanned && check.ready) approve.run(recipients, plannedAt?.toISOString() ?? null);
        }}
      >
        <SegmentedControl
          aria-label={t.when}
          fullWidth
          value={isLater ? "schedule" : "now"}
          onChange={(value) => setLater(value === "schedule")}
          data={[
            { value: "now", label: t.now },
            { value: "schedule", label: t.schedule },
          ]}
        />
        {isLater && (
          <TextInput
            type="datetime-local"
            label={t.plannedAt}
            description={t.plannedHint(timeZone.replaceAll("_", " "))}
            value={plan}
            error={isPlanned ? undefined : t.plannedWrong}
            onChange={(event) => setPlan(event.currentTarget.value)}
          />
        )}
        <Switch
          label={t.preferTime}
          description={t.preferTimeHint}
          defaultChecked={campaign.preferTime}
          onChange={(event) => autosave.save({ preferTime: event.currentTarget.checked })}
        />
        <SendFacts check={check} countedAt={countedAt} startsAt={plannedAt} isSpread={campaign.preferTime} />
        <hr className={classes["rule"]} />
        <TextInput
          className={classes["typed"] ?? ""}
          label={t.confirm(recipients)}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          inputMode="numeric"
          autoComplete="off"
          disabled={!check.ready}
          rightSection={isTyped && check.ready ? <IconCheck size={16} /> : undefined}
        />
        <Button
          type="submit"
          size="md"
          fullWidth
          leftSection={<IconSend size={16} />}
          loading={approve.isPending}
          disabled={!isTyped || !isPlanned || !check.ready}
        >
          {plannedAt === undefined ? t.sendTo(recipients) : t.scheduleFor(momentName(plannedAt, formats))}
        </Button>
        {problem !== undefined && <Callout tone="bad">{problem}</Callout>}
        {!check.ready && <Callout tone="warn">{t.notReady}</Callout>}
        <p className={classes["small"]}>{t.warning}</p>
      </form>
      <RecountDialog
        drift={drift}
        onClose={clearDrift}
        onTake={() => {
          clearDrift();
          setTyped("");
          void onRecount();
        }}
      />
    </Card>
  );
}

const hourMs = 3_600_000;

function SendFacts({
  check: { sending, pace, audience },
  countedAt,
  startsAt,
  isSpread,
}: Pick<Props, "check" | "countedAt"> & { startsAt: Date | undefined; isSpread: boolean }) {
  const t = useMessages(reviewMessages);
  const { time, ago, date, dateTime } = useFormats();
  // A warming domain and the best hours of people set the pace, not the relay.
  const isPaced = pace !== null && sending.dailyLimit === null && !isSpread && audience.recipients > 0;
  const from = startsAt ?? countedAt;
  const end = isPaced ? new Date(from.getTime() + (audience.recipients / pace.perHour) * hourMs) : undefined;
  return (
    <Facts
      items={[
        [t.countFrom, t.countedAt(time(countedAt), ago(countedAt))],
        ...(sending.dailyLimit === null ? [] : [[t.firstDay, t.firstDayText(sending.dailyLimit)] as const]),
        ...(sending.lastDay === null ? [] : [[t.lastDay, date(sending.lastDay)] as const]),
        ...(isPaced ? [[t.pace, t.paceText(pace.perHour, pace.campaigns)] as const] : []),
        ...(end === undefined ? [] : [[t.end, t.endText(dateTime(end))] as const]),
        ...(isSpread ? [[t.end, t.endSpread] as const] : []),
      ]}
    />
  );
}

function useApproval(campaign: Campaign, autosave: Autosave) {
  const t = useMessages(reviewMessages);
  const ui = useMessages(uiMessages);
  const client = useQueryClient();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string>();
  const [drift, setDrift] = useState<Drift>();
  const params = { campaign_id: campaign.id };
  const change = useChange("POST /campaigns/{campaign_id}/approve", {
    refresh: ["GET /campaigns"],
    onDone: ({ sending: _plan, ...approved }) => {
      client.setQueryData(toQueryKey("GET /campaigns/{campaign_id}", { params }), approved);
      void navigate({ to: "/campaigns/$campaignId", params: { campaignId: campaign.id } });
    },
    onFailed: (failure) => {
      const { expected, actual } = failure.params;
      if (failure.is("conflict recipients") && typeof expected === "number" && typeof actual === "number")
        setDrift({ expected, actual });
      else {
        if (failure.is("conflict approval")) void client.invalidateQueries({ queryKey: ["GET /campaign-approvals"] });
        setProblem(explain(failure, t) ?? describeFailure(failure, ui));
      }
    },
  });
  const run = async (expectedRecipients: number, plannedAt: string | null) => {
    setProblem(undefined);
    if (!(await autosave.flush())) return;
    const timing = plannedAt === null ? "now" : "schedule";
    change.mutate({ params, body: { expectedRecipients, timing, plannedAt } });
  };
  return {
    approve: { run: (count: number, at: string | null) => void run(count, at), isPending: change.isPending },
    problem,
    drift,
    clearDrift: () => setDrift(undefined),
  };
}

function explain(failure: ApiFailure, { problems: t, plannedWrong }: ReviewMessages): string | undefined {
  const sentences: Readonly<Record<string, string>> = {
    "conflict approval": t.approval,
    "conflict version": t.version,
    "conflict content": t.content,
    "conflict authentication": t.authentication,
    "conflict sender_records": t.senderRecords(describeMissingRecords(failure.params)),
    "conflict status": t.status,
    "conflict empty": t.coupons,
    "empty_segment audience": failure.status === 400 ? t.noAudience : t.empty,
    "validation senderId": t.sender,
    "validation subject": t.subject,
    "validation content": t.noContent,
    "validation audience": t.audience,
    "validation plannedAt": plannedWrong,
    "rate_limited template": t.busy,
  };
  return sentences[failure.message];
}
