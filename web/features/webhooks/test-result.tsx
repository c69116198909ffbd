import type { OutputOf } from "../../api/operations.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { StatusGlyph } from "../../ui/display/status.tsx";
import { webhooksMessages } from "./messages.ts";
import classes from "./webhooks.module.css";

type Result = OutputOf<"POST /account-webhooks/{webhook_id}/test" | "POST /webhook-endpoints/{endpoint_id}/test">;

export function TestResult({ result }: { result: Result }) {
  const t = useMessages(webhooksMessages);
  const { ok, status, ms, error } = result;
  const failure = () => {
    if (error === null || error === "status") return t.testFailed.status(status ?? 0);
    return t.testFailed[error];
  };
  return (
    <span className={classes["result"]} role="status">
      <StatusGlyph {...(ok ? { shape: "tick", tone: "good" } : { shape: "cross", tone: "bad" })} />
      {ok ? t.tested(ms) : failure()}
    </span>
  );
}
