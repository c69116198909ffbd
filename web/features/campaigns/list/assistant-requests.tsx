import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiFailure } from "../../../api/api-failure.ts";
import type { OutputOf } from "../../../api/operations.ts";
import { read, useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { nodeMessages } from "../../../ui/names/automation-nodes.ts";
import { campaignsMessages } from "../messages.ts";
import { stepChangesIn } from "./graph-changes.ts";
import classes from "./list.module.css";

type AssistantRequest = OutputOf<"GET /assistant-requests">["items"][number];

/** Sending that assistants requested and a member decides about; nothing while there is no request. */
export function AssistantRequests() {
  const t = useMessages(campaignsMessages).requests;
  const can = useCan();
  const { data } = useQuery({
    ...read("GET /assistant-requests", { query: { state: "waiting" } }),
    enabled: can("campaigns", "full"),
    refetchInterval: 30_000,
  });
  if (data === undefined || data.items.length === 0) return null;
  return (
    <div className={classes["waiting"]}>
      <Card title={t.title} flush>
        <ul className={classes["requests"]}>
          {data.items.map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
        </ul>
      </Card>
    </div>
  );
}

const refresh = ["GET /assistant-requests", "GET /campaigns"] as const;

function RequestRow({ request }: { request: AssistantRequest }) {
  const { requests: t } = useMessages(campaignsMessages);
  const steps = useMessages(nodeMessages);
  const { ago } = useFormats();
  const toast = useToasts();
  const [isApproving, setApproving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const names: Readonly<Record<string, string>> = t.operations;
  const facts = previewFacts(request.preview);
  const explain = (failure: ApiFailure) => {
    if (failure.is("conflict confirm_state_changed")) setProblem(t.outdated);
    else if (failure.is("expired assistant_request")) setProblem(t.expired);
    else toast.failed(failure);
  };
  const approve = useChange("POST /assistant-requests/{id}/approve", {
    refresh,
    onDone: () => toast.done(t.approved),
    onFailed: explain,
  });
  const decline = useChange("POST /assistant-requests/{id}/decline", {
    refresh,
    onDone: () => toast.done(t.declined),
    onFailed: explain,
  });
  const params = { id: request.id };
  const name = names[request.operation] ?? t.operations.other;
  return (
    <li>
      <span>
        <b>{[name, facts.name].filter(Boolean).join(": ")}</b>
        <small>
          {[
            facts.recipients === undefined ? "" : t.recipients(facts.recipients),
            t.text(request.client, request.member.email),
            ago(request.createdAt),
          ]
            .filter(Boolean)
            .join(" · ")}
        </small>
        {stepChangesIn(request.preview).map(({ kind, key, type, text }) => (
          <small key={`${kind} ${key}`}>
            {[t.steps[kind], type === undefined ? key : steps[type], text].filter(Boolean).join(": ")}
          </small>
        ))}
        {problem !== undefined && <Callout tone="bad">{problem}</Callout>}
      </span>
      <Button variant="default" size="xs" loading={decline.isPending} onClick={() => decline.mutate({ params })}>
        {t.decline}
      </Button>
      <Button size="xs" onClick={() => setApproving(true)}>
        {t.approve}
      </Button>
      <ConfirmDialog
        isOpen={isApproving}
        onClose={() => setApproving(false)}
        title={name}
        action={t.approve}
        isBusy={approve.isPending}
        onConfirm={() => approve.mutate({ params }, { onSettled: () => setApproving(false) })}
        {...(facts.recipients === undefined ? {} : { typed: facts.recipients })}
      >
        {t.approveText}
      </ConfirmDialog>
    </li>
  );
}

/** The preview has a shape of its own for each operation. */
function previewFacts(preview: object): { name: string | undefined; recipients: number | undefined } {
  const found = (key: string): unknown => Object.entries(preview).find(([name]) => name === key)?.[1];
  const [name, recipients] = [found("name"), found("recipients")];
  return {
    name: typeof name === "string" ? name : undefined,
    recipients: typeof recipients === "number" ? recipients : undefined,
  };
}
