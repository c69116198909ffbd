import { Button } from "@mantine/core";
import { asFailure, type ApiFailure } from "../../api/api-failure.ts";
import { rolesWith } from "../../api/session.tsx";
import { useMessages } from "../../i18n/messages.tsx";
import { IconAlertTriangle, IconBan, IconRefresh, IconSearch } from "../icons.ts";
import { describeAllowed } from "../rejections/describe-allowed.ts";
import { joinNames, referrersIn } from "../rejections/referrers.ts";
import { uiMessages, type UiMessages } from "../messages.ts";
import classes from "./state.module.css";

/** A sentence about the failure; never a code alone. */
export function describeFailure(failure: ApiFailure, t: UiMessages): string {
  switch (failure.code) {
    case "network":
      return t.failed.network;
    case "rate_limited":
      return t.failed.busy;
    case "unavailable":
    case "upstream":
      return t.failed.unavailable;
    case "server":
      return t.failed.server;
    case "not_found":
      return t.failed.notFoundText;
    case "forbidden":
      return describeForbidden(failure, t);
    case "conflict":
      return describeConflict(failure, t);
    case "validation":
      return describeInvalid(failure, t);
    default:
      return t.failed.other(`${failure.code}: ${failure.word}`);
  }
}

/** A rejected request without a form: the field and what it may be. */
function describeInvalid({ status, code, word, params }: ApiFailure, t: UiMessages): string {
  const allowed = describeAllowed(params, t);
  if (status !== 400 || allowed === undefined) return t.failed.other(`${code}: ${word}`);
  const { path = word } = params;
  return `${t.invalid.field(typeof path === "string" ? path : word)} ${allowed}`;
}

function describeConflict({ word, params }: ApiFailure, t: UiMessages): string {
  if (word === "version") return t.failed.conflict;
  const referrers = referrersIn(params);
  if (word === "used" && referrers.length > 0) return t.used.by(joinNames(referrers, t));
  const blocks: Readonly<Record<string, string>> = t.sendingBlocked;
  const blocked = word === "sending_blocked" ? blocks[String(params["reason"])] : undefined;
  return blocked ?? t.failed.other(word);
}

function describeForbidden({ word }: ApiFailure, t: UiMessages): string {
  if (word === "two_factor") return t.forbidden.twoFactor;
  if (word === "reauthenticate") return t.forbidden.reauthenticate;
  const needed = rolesWith(word, "read").map((role) => t.roles[role]);
  return needed.length === 0 ? t.forbidden.title : t.forbidden.text(needed.join(t.roles.or));
}

/** What failed, that the data is safe, how to try again, and the request for support. */
export function Failure({ error, what, onRetry }: { error: unknown; what?: string; onRetry?: () => void }) {
  const t = useMessages(uiMessages);
  const failure = asFailure(error);
  if (failure.code === "forbidden")
    return <Notice icon={<IconBan size={24} />} title={t.forbidden.title} text={describeFailure(failure, t)} />;
  if (failure.code === "not_found")
    return <Notice icon={<IconSearch size={24} />} title={t.failed.notFound} text={t.failed.notFoundText} />;
  return (
    <div className={classes["failure"]} role="alert">
      <IconAlertTriangle size={18} />
      <div>
        <p>
          <b>{t.failed.title(what ?? t.failed.page)}</b> {describeFailure(failure, t)}
        </p>
        <p className={classes["retry"]}>
          {onRetry !== undefined && (
            <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
              {t.tryAgain}
            </Button>
          )}
          {failure.requestId !== undefined && <code>{t.request(failure.requestId.slice(0, 13))}</code>}
        </p>
      </div>
    </div>
  );
}

/** A quiet message in the middle: nothing matches, nothing is allowed, nothing is there. */
export const Notice = ({
  icon,
  title,
  text,
  action,
}: {
  icon?: React.ReactNode;
  title: string;
  text?: string;
  action?: React.ReactNode;
}) => (
  <div className={classes["notice"]}>
    {icon}
    <p className={classes["title"]}>{title}</p>
    {text !== undefined && <p className={classes["text"]}>{text}</p>}
    {action}
  </div>
);
