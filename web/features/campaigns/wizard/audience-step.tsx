import { Select, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { namedOptions } from "../../../ui/choices/options.ts";
import { Callout } from "../../../ui/display/callout.tsx";
import { Card, CardStack, TwoColumns } from "../../../ui/display/card.tsx";
import { Notice } from "../../../ui/state/failure.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { useAudienceSize, type Audience } from "./audience-size.ts";
import { audienceMessages } from "./audience-messages.ts";
import { ListPicker, SegmentPicker } from "./object-picker.tsx";
import { OtherShopNote } from "./other-shop.tsx";
import { ReachFigure, ReasonTable, WarmUpNote } from "./reach.tsx";
import type { StepProps } from "./steps.ts";
import reach from "./reach.module.css";
import classes from "./wizard.module.css";

export function AudienceStep({ campaign, autosave, foot }: StepProps) {
  const t = useMessages(audienceMessages);
  const [audience, setAudience] = useState(campaign.audience);
  const change = (changes: Partial<Audience>) => {
    const next = { ...audience, ...changes };
    setAudience(next);
    autosave.save({ audience: next });
  };
  // A campaign with language variants may address several shops.
  const shopId = campaign.languages.length > 0 ? undefined : campaign.shopId;
  return (
    <TwoColumns
      main={
        <CardStack>
          <Card title={t.title}>
            <div className={classes["fields"]}>
              <ListPicker
                label={t.lists}
                shopId={shopId}
                value={audience.listIds}
                onChange={(listIds) => change({ listIds })}
              />
              <SegmentPicker
                label={t.segments}
                hint={t.hint}
                shopId={shopId}
                value={audience.segmentIds}
                onChange={(segmentIds) => change({ segmentIds })}
              />
              <PurposeSelect value={audience.purposeId} onChange={(purposeId) => change({ purposeId })} />
            </div>
          </Card>
          <Card title={t.excludeTitle}>
            <div className={classes["fields"]}>
              <ListPicker
                label={t.excludeLists}
                hint={t.excludeHint}
                shopId={shopId}
                value={audience.excludeListIds}
                onChange={(excludeListIds) => change({ excludeListIds })}
              />
              <SegmentPicker
                label={t.excludeSegments}
                shopId={shopId}
                value={audience.excludeSegmentIds}
                onChange={(excludeSegmentIds) => change({ excludeSegmentIds })}
              />
              <ExcludedEmails
                value={audience.excludeEmails}
                onChange={(excludeEmails) => change({ excludeEmails })}
                badRow={findBadRow(autosave.failure?.params)}
              />
            </div>
          </Card>
          {foot}
        </CardStack>
      }
      side={<LiveReach campaign={campaign} audience={audience} onShop={(next) => autosave.save({ shopId: next })} />}
    />
  );
}

/** The position of the refused address, from 1. */
function findBadRow(params: Readonly<Record<string, unknown>> | undefined): number | undefined {
  const field = params?.["field"];
  const [, index] = (typeof field === "string" && /^excludeEmails\.(\d+)$/.exec(field)) || [];
  return index === undefined ? undefined : Number(index) + 1;
}

function LiveReach({
  campaign,
  audience,
  onShop,
}: Pick<StepProps, "campaign"> & { audience: Audience; onShop: (shopId: string) => void }) {
  const t = useMessages(audienceMessages);
  const { size, isChosen, isFetching, error, refetch } = useAudienceSize(campaign, audience);
  return (
    <div className={classes["sticky"]}>
      <Card title={t.reach} flush>
        {!isChosen && <Notice title={t.noneChosen} />}
        {isChosen && size === undefined && <Waiting error={error} onRetry={refetch} />}
        {size !== undefined && (
          <div className={reach["narrow"]} aria-live="polite">
            <ReachFigure size={size} isCounting={isFetching} />
            {size.recipients === 0 && (
              <div className={classes["note"]}>
                <Callout tone="warn">{t.nobody}</Callout>
              </div>
            )}
            <div className={classes["note"]}>
              <OtherShopNote campaign={campaign} size={size} onChange={onShop} />
            </div>
            <ReasonTable leftOut={size.leftOut} listIds={audience.listIds} />
          </div>
        )}
      </Card>
      {size !== undefined && <WarmUpNote sending={size.sending} />}
    </div>
  );
}

function PurposeSelect({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const t = useMessages(audienceMessages);
  const { data } = useQuery({ ...read("GET /purposes"), staleTime: 60_000 });
  const purposes = data?.items ?? [];
  if (purposes.length < 2) return null;
  return (
    <Select
      label={t.purpose}
      description={t.purposeHint}
      placeholder={t.defaultPurpose}
      data={namedOptions(purposes)}
      value={value}
      onChange={onChange}
      clearable
    />
  );
}

function ExcludedEmails({
  value,
  onChange,
  badRow,
}: {
  value: readonly string[];
  onChange: (emails: string[]) => void;
  badRow: number | undefined;
}) {
  const t = useMessages(audienceMessages);
  const [text, setText] = useState(value.join("\n"));
  return (
    <Textarea
      label={t.excludeEmails}
      description={t.excludeEmailsHint}
      value={text}
      rows={3}
      error={badRow === undefined ? undefined : t.badEmail(badRow)}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() =>
        onChange(
          text
            .split(/[\s,;]+/)
            .map((line) => line.trim())
            .filter((line) => line !== ""),
        )
      }
    />
  );
}
