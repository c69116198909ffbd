import { asFailure } from "../../api/api-failure.ts";
import type { DeclaredError } from "../../api/operations.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Callout } from "../display/callout.tsx";
import { PageLink } from "../display/page-link.tsx";
import { findPage, referrerName, referrersIn, type Referrer } from "../rejections/referrers.ts";
import { uiMessages } from "../messages.ts";
import { describeFailure } from "./failure.tsx";
import classes from "./state.module.css";

/** Why the API refused a change that has no form, as a sentence. */
export function Rejection({
  error,
  messages = {},
}: {
  error: unknown;
  messages?: Readonly<Partial<Record<DeclaredError, string>>>;
}) {
  const t = useMessages(uiMessages);
  if (error === null || error === undefined) return null;
  const failure = asFailure(error);
  const known = Object.entries(messages).find(([declared]) => declared === failure.message)?.[1];
  const referrers = failure.word === "used" ? referrersIn(failure.params) : [];
  if (referrers.length === 0) return <Callout tone="bad">{known ?? describeFailure(failure, t)}</Callout>;
  return (
    <Callout tone="bad">
      {known ?? t.used.title}
      <ReferrerList referrers={referrers} />
    </Callout>
  );
}

/** Links to what names the record. */
function ReferrerList({ referrers }: { referrers: readonly Referrer[] }) {
  const t = useMessages(uiMessages);
  return (
    <ul className={classes["referrers"]}>
      {referrers.map((referrer) => {
        const { kind, name } = referrerName(referrer, t);
        const page = findPage(referrer);
        return (
          <li key={`${referrer.kind} ${referrer.id}`}>
            {kind} {page === undefined ? name : <PageLink {...page}>{name}</PageLink>}
          </li>
        );
      })}
    </ul>
  );
}
