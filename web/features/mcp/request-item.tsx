import { Button } from "@mantine/core";
import { useState } from "react";
import type { ApiFailure } from "../../api/api-failure.ts";
import type { OutputOf } from "../../api/operations.ts";
import { useChange } from "../../api/queries.ts";
import { useFormats, useMessages } from "../../i18n/messages.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { Callout } from "../../ui/display/callout.tsx";
import { Facts } from "../../ui/display/card.tsx";
import { StatusPill, type StatusAppearance } from "../../ui/display/status.tsx";
import { useToasts } from "../../ui/state/toasts.tsx";
import { assistantsMessages } from "./messages.ts";
import classes from "./assistants.module.css";

type Request = OutputOf<"GET /assistant-requests">["items"][number];

const appearances: Readonly<Record<Request["state"], StatusAppearance>> = {
  waiting: { shape: "dashed", tone: "warn" },
  approved: { shape: "tick", tone: "good" },
  declined: { shape: "slashed", tone: "mute" },
  outdated: { shape: "cross", tone: "mute" },
  expired: { shape: "cross", tone: "mute" },
};

export function RequestItem({ request, canDecide }: { request: Request; canDecide: boolean }) {
  const { requests: t, operations } = useMessages(assistantsMessages);
  const { dateTime, ago } = useFormats();
  const { state, client, member, warnings, createdAt, expiresAt, decidedAt, decidedBy } = request;
  const names: Readonly<Record<string, string>> = operations;
  const when =
    decidedBy === null || decidedAt === null
      ? t.until(dateTime(expiresAt))
      : t.decided(decidedBy.email, dateTime(decidedAt));
  return (
    <li>
      <div className={classes["head"]}>
        <b>{names[request.operation] ?? operations.other}</b>
        <StatusPill appearance={appearances[state]} label={t.states[state]} />
      </div>
      <p className={classes["facts"]}>
        {[
          t.by(client, member.email),
          ago(createdAt),
          ...(state === "waiting" || decidedBy !== null ? [when] : []),
        ].join(" · ")}
      </p>
      <Preview preview={request.preview} />
      {warnings.length > 0 && (
        <ul className={classes["warnings"]}>
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      {state === "waiting" && canDecide && <Decision request={request} />}
    </li>
  );
}

/** The known fields of the preview; values are texts or numbers. */
function Preview({ preview }: { preview: Request["preview"] }) {
  const { fields } = useMessages(assistantsMessages);
  const names: Readonly<Record<string, string>> = fields;
  const items = Object.entries(preview).flatMap(([key, value]) => {
    const name = names[key];
    const text = Array.isArray(value) ? value.join(", ") : value;
    return name === undefined || (typeof text !== "string" && typeof text !== "number") || text === ""
      ? []
      : [[name, String(text)] as const];
  });
  return items.length === 0 ? null : <Facts items={items} />;
}

function Decision({ request }: { request: Request }) {
  const { requests: t } = useMessages(assistantsMessages);
  const toast = useToasts();
  const [isOpen, setOpen] = useState(false);
  const params = { id: request.id };
  const refresh = ["GET /assistant-requests", "GET /campaigns"] as const;
  const approve = useChange("POST /assistant-requests/{id}/approve", {
    refresh,
    onDone: () => toast.done(t.approved),
  });
  const decline = useChange("POST /assistant-requests/{id}/decline", {
    refresh,
    onDone: () => toast.done(t.declined),
    onFailed: (error) => toast.failed(error, describeReason(error) ?? ""),
  });
  const describeReason = (error: ApiFailure): string | undefined => {
    if (error.is("conflict confirm_state_changed")) return t.changed;
    if (error.is("expired assistant_request")) return t.expired;
    if (error.is("conflict status")) return t.alreadyDecided;
    return error.is("conflict assistant") ? t.noRights : undefined;
  };
  const recipients = request.preview["recipients"];
  const count = typeof recipients === "number" && recipients > 0 ? recipients : undefined;
  return (
    <div className={classes["actions"]}>
      <Button variant="default" loading={decline.isPending} onClick={() => decline.mutate({ params })}>
        {t.decline}
      </Button>
      <Button onClick={() => setOpen(true)}>{t.approve}</Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => {
          approve.reset();
          setOpen(false);
        }}
        title={t.approveTitle}
        action={t.approve}
        {...(count === undefined ? {} : { typed: count })}
        isBusy={approve.isPending}
        onConfirm={() => approve.mutate({ params })}
        failure={
          approve.error !== null && (
            <Callout tone="bad">{describeReason(approve.error) ?? approve.error.message}</Callout>
          )
        }
      >
        {count === undefined ? t.approveText : t.approveCount(count)}
      </ConfirmDialog>
    </div>
  );
}
