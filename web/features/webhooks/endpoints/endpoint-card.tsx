import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useChange } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { editAction, removeAction, RowMenu } from "../../../ui/display/row-menu.tsx";
import { StatusPill, type StatusAppearance } from "../../../ui/display/status.tsx";
import { IconBan, IconHistory, IconKey, IconPlayerPlay, IconRefresh, IconSend } from "../../../ui/icons.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { TestResult } from "../test-result.tsx";
import { webhooksMessages } from "../messages.ts";
import type { Endpoint } from "./endpoint.ts";
import { ReplayForm } from "./replay-form.tsx";
import { endpointsMessages } from "./messages.ts";
import classes from "../webhooks.module.css";

const refresh = ["GET /webhook-endpoints"] as const;

const appearances: Readonly<Record<"on" | "off" | "gone" | "failing", StatusAppearance>> = {
  on: { shape: "circle", tone: "good" },
  off: { shape: "slashed", tone: "mute" },
  gone: { shape: "triangle", tone: "bad" },
  failing: { shape: "triangle", tone: "bad" },
};

const getState = ({ active, disabledReason }: Endpoint): keyof typeof appearances =>
  active ? "on" : (disabledReason ?? "off");

type Props = {
  readonly endpoint: Endpoint;
  readonly onEdit: () => void;
  readonly onSecret: (secret: string) => void;
};

export function EndpointCard({ endpoint, onEdit, onSecret }: Props) {
  const t = useMessages(endpointsMessages);
  const toast = useToasts();
  const [asked, setAsked] = useState<"remove" | "rotate" | "replay">();
  const { id, url, description, active, disabledReason } = endpoint;
  const params = { endpoint_id: id };
  const close = () => setAsked(undefined);
  const onFailed = (error: unknown) => toast.failed(error);
  const update = useChange("PATCH /webhook-endpoints/{endpoint_id}", {
    refresh,
    onDone: ({ active: isOn }) => toast.done(isOn ? t.enabledDone : t.disabledDone),
    onFailed,
  });
  const test = useChange("POST /webhook-endpoints/{endpoint_id}/test", { onFailed });
  const rotate = useChange("POST /webhook-endpoints/{endpoint_id}/rotate-secret", {
    refresh,
    onDone: ({ secret }) => {
      close();
      onSecret(secret);
    },
    onFailed,
  });
  const remove = useChange("DELETE /webhook-endpoints/{endpoint_id}", {
    refresh,
    onDone: () => toast.done(t.removed),
    onFailed,
  });
  const state = getState(endpoint);
  const enable = () => update.mutate({ params, body: { active: true } });
  const disable = () => update.mutate({ params, body: { active: false } });
  return (
    <Card
      title={<span className={classes["title"]}>{description === "" ? url : description}</span>}
      aside={
        <span className={classes["aside"]}>
          <StatusPill appearance={appearances[state]} label={t.states[state]} />
          <RowMenu
            label={t.menu(url)}
            actions={[
              editAction(t.edit, onEdit),
              active
                ? { label: t.disable, icon: <IconBan size={16} />, onClick: disable }
                : { label: t.enable, icon: <IconPlayerPlay size={16} />, onClick: enable },
              { label: t.replay.menu, icon: <IconRefresh size={16} />, onClick: () => setAsked("replay") },
              endpoint.previousSecretUntil === null && {
                label: t.secret.rotate,
                icon: <IconKey size={16} />,
                onClick: () => setAsked("rotate"),
              },
              removeAction(t.remove, () => setAsked("remove")),
            ]}
          />
        </span>
      }
    >
      <code className={classes["url"]}>{url}</code>
      <EndpointFacts endpoint={endpoint} />
      {disabledReason !== null && !active && (
        <div className={classes["message"]}>
          <Callout
            tone="bad"
            action={
              <Button variant="default" size="xs" loading={update.isPending} onClick={enable}>
                {t.enable}
              </Button>
            }
          >
            <b>{t.stopped[disabledReason]}</b> {t.stoppedNote}
          </Callout>
        </div>
      )}
      <PreviousSecret endpoint={endpoint} />
      <div className={classes["actions"]}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconHistory size={15} />}
          renderRoot={(props) => (
            <Link {...props} to="/settings/webhooks/signed/$endpointId" params={{ endpointId: id }} />
          )}
        >
          {t.log}
        </Button>
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
        isOpen={asked === "remove"}
        onClose={close}
        title={t.removeTitle}
        action={t.removeDo}
        isDestructive
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ params })}
      >
        <span>
          <code>{url}</code>
        </span>
        <span>{t.removeText}</span>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === "rotate"}
        onClose={close}
        title={t.secret.rotateTitle}
        action={t.secret.rotateDo}
        isBusy={rotate.isPending}
        onConfirm={() => rotate.mutate({ params })}
      >
        <span>{t.secret.rotateText}</span>
      </ConfirmDialog>
      <FormDialog isOpen={asked === "replay"} onClose={close} title={t.replay.title}>
        {asked === "replay" && <ReplayForm endpointId={id} onClose={close} />}
      </FormDialog>
    </Card>
  );
}

function PreviousSecret({ endpoint: { id, previousSecretUntil } }: { endpoint: Endpoint }) {
  const t = useMessages(endpointsMessages);
  const { dateTime } = useFormats();
  const toast = useToasts();
  const end = useChange("POST /webhook-endpoints/{endpoint_id}/end-previous-secret", {
    refresh,
    onDone: () => toast.done(t.secret.ended),
    onFailed: (error) => toast.failed(error),
  });
  if (previousSecretUntil === null) return null;
  return (
    <div className={classes["message"]}>
      <Callout
        tone="accent"
        action={
          <Button
            variant="default"
            size="xs"
            loading={end.isPending}
            onClick={() => end.mutate({ params: { endpoint_id: id } })}
          >
            {t.secret.end}
          </Button>
        }
      >
        {t.secret.until(dateTime(previousSecretUntil))}
      </Callout>
    </div>
  );
}

function EndpointFacts({ endpoint }: { endpoint: Endpoint }) {
  const t = useMessages(endpointsMessages);
  const { events: names } = useMessages(webhooksMessages);
  const { ago, date, number } = useFormats();
  const { events, batchSize, waiting, lastCallAt, lastStatus, failingSince, createdAt } = endpoint;
  const answer = lastStatus === null ? t.noAnswer : String(lastStatus);
  const facts = [
    { name: t.factNames.events, value: events.map((event) => names[event]).join(", ") },
    { name: t.factNames.waiting, value: t.waiting(waiting) },
    { name: t.factNames.lastCall, value: lastCallAt === null ? t.never : `${answer}, ${ago(lastCallAt)}` },
    {
      name: t.factNames.failing,
      value: failingSince === null ? t.noFailure : t.failingSince(failingSince),
      isBad: failingSince !== null,
    },
    { name: t.factNames.batch, value: number(batchSize) },
    { name: t.factNames.created, value: date(createdAt) },
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
