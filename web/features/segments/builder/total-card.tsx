import type { OutputOf } from "../../../api/operations.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { ReachBar, type ReachPart } from "../../../ui/display/reach-bar.tsx";
import { IconCircleCheck } from "../../../ui/icons.ts";
import { describeFailure } from "../../../ui/state/failure.tsx";
import { Bar } from "../../../ui/state/loading.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { rulesMessages } from "../../../rules/messages.ts";
import { segmentsMessages, type SegmentsMessages } from "../messages.ts";
import type { LivePreview, Preview } from "../../../rules/use-live-preview.ts";
import classes from "./builder.module.css";

type State = keyof NonNullable<OutputOf<"POST /segments/preview">["states"]>;

/** Colours by reason: own will, address, consent, customer, rules. */
const tones: Readonly<Record<Exclude<State, "active">, ReachPart["tone"]>> = {
  unsubscribed: "mute",
  unconfirmed: "warn",
  customer: "teal",
  bounced: "bad",
  complained: "plum",
  blacklisted: "grey",
};
const reasons = ["unsubscribed", "unconfirmed", "customer", "bounced", "complained", "blacklisted"] as const;

/** Who can be e-mailed, and why the others cannot; the parts add up to the matched contacts. */
function toParts({ matched, mailable, states }: Preview, t: SegmentsMessages): ReachPart[] {
  const result: ReachPart = { key: "mailable", label: t.canBeMailed, count: mailable, tone: "accent" };
  if (states === undefined)
    return [result, { key: "other", label: t.notMailable, count: matched - mailable, tone: "mute" }];
  const parts = reasons.map((state): ReachPart => ({
    key: state,
    label: t.reasons[state],
    count: states[state],
    tone: tones[state],
  }));
  const other: ReachPart = { key: "other", label: t.reasons.other, count: states.active - mailable, tone: "grey" };
  return [result, ...parts, other];
}

/** The live total. */
export function TotalCard({ live, unfinished }: { live: LivePreview; unfinished: number }) {
  const t = useMessages(segmentsMessages);
  const rules = useMessages(rulesMessages);
  const ui = useMessages(uiMessages);
  const { number } = useFormats();
  const { preview, isCounting, tookMs, failure } = live;
  return (
    <section className={classes["total"]} aria-label={t.matching}>
      <div className={classes["totalHead"]}>
        <span>{t.matching}</span>
        <span role="status">
          {isCounting ? (
            rules.counting
          ) : failure === undefined ? (
            <>
              <IconCircleCheck size={15} />
              {t.countedIn(tookMs / 1000)}
            </>
          ) : null}
        </span>
      </div>
      <div className={classes["numbers"]} data-counting={isCounting || undefined}>
        <p className={classes["big"]} data-testid="matched">
          {preview === undefined ? <Bar width={96} /> : number(preview.matched)}
        </p>
        {preview !== undefined && (
          <>
            <p className={classes["proof"]}>
              {t.ofWhich} <b>{t.mailable(preview.mailable)}</b>
              {t.ofTotal(preview.total)}
            </p>
            <ReachBar parts={toParts(preview, t)} label={t.reach(preview.matched, preview.mailable)} height={12} />
          </>
        )}
      </div>
      {unfinished > 0 && <Callout tone="warn">{rules.unfinishedCount(unfinished)}</Callout>}
      {failure !== undefined && (
        <Callout tone="bad">{failure.field === undefined ? describeFailure(failure, ui) : rules.notCounted}</Callout>
      )}
    </section>
  );
}
