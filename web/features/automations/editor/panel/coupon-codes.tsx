import { useQuery } from "@tanstack/react-query";
import { useMessages } from "../../../../i18n/messages.tsx";
import { Callout } from "../../../../ui/display/callout.tsx";
import { PageLink } from "../../../../ui/display/page-link.tsx";
import { useAutomationEditor } from "../editor-context.ts";
import { couponCodesMessages } from "./coupon-codes-messages.ts";
import { stacksQuery } from "./use-reference-options.ts";
import classes from "./panel.module.css";

/** Fewer codes than this are soon gone, whatever is inside now. */
const fewCodes = 20;

/** How many codes the chosen stack has left, with a warning when they do not last. */
export function CouponCodes({ stackId }: { stackId: string }) {
  const t = useMessages(couponCodesMessages);
  const { counts } = useAutomationEditor();
  const { data } = useQuery(stacksQuery);
  const stack = data?.items.find(({ id }) => id === stackId);
  if (stack === undefined) return null;
  const { free } = stack.counts;
  if (free >= fewCodes && free >= counts.active) return <p className={classes["note"]}>{t.left(free)}</p>;
  return (
    <Callout tone={free === 0 ? "bad" : "warn"}>
      <p>{free === 0 ? t.none : t.left(free)}</p>
      {free > 0 && free < counts.active && <p>{t.tooFew(counts.active)}</p>}
      <PageLink path="/shop/coupons/$stackId" params={{ stackId }}>
        {t.add}
      </PageLink>
    </Callout>
  );
}
