import { Button, Switch } from "@mantine/core";
import { useChange } from "../../api/queries.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { CodeBlock } from "../../ui/display/code-block.tsx";
import { Status } from "../../ui/display/status.tsx";
import { IconRefresh } from "../../ui/icons.ts";
import { useToasts } from "../../ui/state/toasts.tsx";
import { siteMessages } from "./messages.ts";
import type { OutputOf } from "../../api/operations.ts";
import classes from "./web-tracking.module.css";

export type SiteScript = OutputOf<"GET /site-script">["items"][number];

type Props = {
  readonly script: SiteScript;
  /** Its name. */
  readonly shop: string;
  readonly hasUrl: boolean;
  readonly canChange: boolean;
};

export function ScriptPart({ script, shop, hasUrl, canChange }: Props) {
  const { script: t, saved } = useMessages(siteMessages);
  const toast = useToasts();
  const params = { shop_id: script.shopId };
  const onFailed = (error: unknown) => toast.failed(error);
  const update = useChange("PATCH /site-script/{shop_id}", {
    refresh: ["GET /site-script"],
    onDone: () => toast.done(saved),
    onFailed,
  });
  const check = useChange("POST /site-script/{shop_id}/check", { refresh: ["GET /site-script"], onFailed });
  return (
    <div className={classes["script"]}>
      <Switch
        label={t.enabled}
        checked={script.enabled}
        disabled={!canChange || update.isPending}
        onChange={(event) => update.mutate({ params, body: { enabled: event.currentTarget.checked } })}
      />
      <div>
        <p className={classes["label"]}>{t.code}</p>
        <CodeBlock code={script.code} name={`${shop}: ${t.code}`} />
      </div>
      <div className={classes["check"]}>
        {canChange && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconRefresh size={15} />}
            loading={check.isPending}
            disabled={!hasUrl}
            onClick={() => check.mutate({ params, body: {} })}
          >
            {t.check}
          </Button>
        )}
        {hasUrl ? <Found script={script} error={check.data?.error ?? null} /> : <span>{t.noUrl}</span>}
      </div>
    </div>
  );
}

type CheckError = "status" | "dns" | "address" | "deadline" | "network";

function Found({ script, error }: { script: SiteScript; error: CheckError | null }) {
  const { script: t } = useMessages(siteMessages);
  const { checkedAt, found } = script;
  if (checkedAt === null) return <span>{t.never}</span>;
  if (found) return <Status appearance={{ shape: "tick", tone: "good" }} label={t.found(checkedAt)} />;
  const reason = error === null ? "" : ` ${t.failed[error]}`;
  return <Status appearance={{ shape: "cross", tone: "bad" }} label={t.missing(checkedAt) + reason} />;
}
