import type { ReactNode } from "react";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { PageLink } from "../../../ui/display/page-link.tsx";
import { ReachBar } from "../../../ui/display/reach-bar.tsx";
import { useReasons, type AudienceSize } from "./audience-size.ts";
import { audienceMessages } from "./audience-messages.ts";
import classes from "./reach.module.css";

type Size = Pick<AudienceSize, "matched" | "recipients" | "leftOut">;

/** The number of recipients, what it is a part of, and the bar that adds up to everybody who was chosen. */
export function ReachFigure({ size, isCounting, where }: { size: Size; isCounting: boolean; where?: ReactNode }) {
  const t = useMessages(audienceMessages);
  const { number } = useFormats();
  const { recipients, matched, leftOut } = size;
  const reasons = useReasons(leftOut);
  return (
    <div className={classes["figure"]} data-counting={isCounting || undefined}>
      <p>
        <b>{number(recipients)}</b>{" "}
        <span>
          {t.recipients(recipients)} {t.ofMatched(matched)} {where}
          {isCounting && ` · ${t.counting}`}
        </span>
      </p>
      <ReachBar
        height={12}
        withLegend={false}
        label={t.reachLabel(recipients, matched)}
        parts={[
          { key: "recipients", label: t.reach, count: recipients, tone: "accent" },
          ...reasons.map(({ key, name, count, tone }) => ({ key, label: name, count, tone })),
        ]}
      />
    </div>
  );
}

/** Why the others are left out; each number leads to those people where a view of contacts shows them. */
export function ReasonTable({ leftOut, listIds }: { leftOut: AudienceSize["leftOut"]; listIds: readonly string[] }) {
  const t = useMessages(audienceMessages);
  const { number } = useFormats();
  const reasons = useReasons(leftOut);
  if (reasons.length === 0) return null;
  const list = listIds.length === 1 ? listIds[0] : undefined;
  return (
    <table className={classes["reasons"]}>
      <thead>
        <tr>
          <th scope="col">{t.leftOut}</th>
          <th scope="col">{t.reason}</th>
          <th scope="col">{number(reasons.reduce((sum, { count }) => sum + count, 0))}</th>
        </tr>
      </thead>
      <tbody>
        {reasons.map(({ key, name, text, count, tone, tab }) => (
          <tr key={key}>
            <th scope="row">
              <i data-tone={tone} /> {name}
            </th>
            <td>{text}</td>
            <td>
              {tab === undefined ? (
                number(count)
              ) : (
                <PageLink path="/contacts" search={{ tab, list }} label={t.showPeople(count, name)}>
                  {number(count)}
                </PageLink>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The limits of a domain that is new to mailbox providers. */
export function WarmUpNote({ sending }: { sending: AudienceSize["sending"] }) {
  const t = useMessages(audienceMessages);
  const { date } = useFormats();
  if (sending.dailyLimit === null) return null;
  return (
    <Callout tone="warn">
      {t.dailyLimit(sending.dailyLimit)} {sending.lastDay !== null && t.lastDay(date(sending.lastDay))}
    </Callout>
  );
}
