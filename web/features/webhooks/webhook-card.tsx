import { Button } from "@mantine/core";
import { useState } from "react";
import { useChange } from "../../api/queries.ts";
import { useFormats, useMessages } from "../../i18n/messages.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { Callout } from "../../ui/display/callout.tsx";
import { Card } from "../../ui/display/card.tsx";
import { editAction, removeAction, RowMenu } from "../../ui/display/row-menu.tsx";
import { StatusPill, type StatusAppearance } from "../../ui/display/status.tsx";
import { IconBan, IconPlayerPlay, IconSend } from "../../ui/icons.ts";
import { useToasts } from "../../ui/state/toasts.tsx";
import { TestResult } from "./test-result.tsx";
import type { Webhook } from "./webhook.ts";
import { webhooksMessages } from "./messages.ts";
import classes from "./webhooks.module.css";

/** The server disables a webhook after this many consecutive errors. */
const maxErrors = 10;
const refresh = ["GET /account-webhooks"] as const;

const appearances: Readonly<Record<"on" | "off" | "failing", StatusAppearance>> = {
  on: { shape: "circle", tone: "good" },
  off: { shape: "slashed", tone: "mute" },
  failing: { shape: "triangle", tone: "bad" },
};

function getState({ active, errorsInRow }: Webhook): keyof typeof appearances {
  if (active) return "on";
  return errorsInRow >= maxErrors ? "failing" : "off";
}

export function WebhookCard({ webhook, onEdit }: { webhook: Webhook; onEdit: () => void }) {
  const t = useMessages(webhooksMessages);
  const toast = useToasts();
  const [isRemoving, setRemoving] = useState(false);
  const { id, url, event, active, errorsInRow, waiting } = webhook;
  const params = { webhook_id: id };
  const onFailed = (error: unknown) => toast.failed(error);
  const update = useChange("PATCH /account-webhooks/{webhook_id}", {
    refresh,
    onDone: ({ active: isOn }) => toast.done(isOn ? t.enabledDone : t.disabledDone),
    onFailed,
  });
  const test = useChange("POST /account-webhooks/{webhook_id}/test", { refresh, onFailed });
  const remove = useChange("DELETE /account-webhooks/{webhook_id}", {
    refresh,
    onDone: () => toast.done(t.removed),
    onFailed,
  });
  const state = getState(webhook);
  const enable = () => update.mutate({ params, body: { active: true } });
  return (
    <Card
      title={<span className={classes["title"]}>{t.events[event]}</span>}
      aside={
        <span className={classes["aside"]}>
          <StatusPill appearance={appearances[state]} label={t.states[state]} />
          <RowMenu
            label={t.menu(url)}
            actions={[
              editAction(t.edit, onEdit),
              active
                ? {
                    label: t.disable,
                    icon: <IconBan size={16} />,
                    onClick: () => update.mutate({ params, body: { active: false } }),
                  }
                : { label: t.enable, icon: <IconPlayerPlay size={16} />, onClick: enable },
              removeAction(t.remove, () => setRemoving(true)),
            ]}
          />
        </span>
      }
    >
      <code className={classes["url"]}>{url}</code>
      <WebhookFacts webhook={webhook} />
      {state === "failing" && (
        <div className={classes["message"]}>
          <Callout
            tone="bad"
            action={
              <Button variant="default" size="xs" loading={update.isPending} onClick={enable}>
                {t.enable}
              </Button>
            }
          >
            <b>{t.disabled(errorsInRow)}</b> {t.disabledNote}
          </Callout>
        </div>
      )}
      <div className={classes["actions"]}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconSend size={15} />}
          loading={test.isPending}
          onClick={() => test.mutate({ params })}
        >
          {t.test}
        </Button>
        {test.data !== undefined && !test.isPending && <TestResult result={test.data} />}
      </div>
      <ConfirmDialog
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        title={t.removeTitle}
        action={t.removeDo}
        isDestructive
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ params })}
      >
        <span>
          <code>{url}</code>
        </span>
        <span>{t.removeText(waiting)}</span>
      </ConfirmDialog>
    </Card>
  );
}

function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const t = useMessages(webhooksMessages);
  const { ago, date } = useFormats();
  const { waiting, oldestWaitingAt, lastCallAt, lastResponseCode, errorsInRow, basicAuth, createdAt } = webhook;
  const lag = [t.waiting(waiting), ...(oldestWaitingAt === null ? [] : [t.oldest(oldestWaitingAt)])].join(", ");
  const answer = lastResponseCode === null ? t.noAnswer : String(lastResponseCode);
  const facts = [
    { name: t.lag, value: lag },
    { name: t.lastCall, value: lastCallAt === null ? t.never : `${answer}, ${ago(lastCallAt)}` },
    { name: t.errors, value: t.errorsOf(errorsInRow), isBad: errorsInRow > 0 },
    { name: t.auth, value: basicAuth === null ? t.noAuth : basicAuth.login },
    { name: t.created, value: date(createdAt) },
  ];
  return (
    <dl className={classes["facts"]}>
      {facts.map(({ name, value, isBad = false }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-bad={isBad || undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
