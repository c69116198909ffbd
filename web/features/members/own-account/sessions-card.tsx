import { Badge, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { read, useChange } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { IconDeviceDesktop } from "../../../ui/icons.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { accountMessages } from "./messages.ts";
import classes from "./account.module.css";

export function SessionsCard() {
  const t = useMessages(accountMessages).sessions;
  const { ago } = useFormats();
  const toast = useToasts();
  const { data, error, refetch } = useQuery(read("GET /api/v1/sessions"));
  const end = useChange("DELETE /api/v1/sessions/{id}", {
    refresh: ["GET /api/v1/sessions"],
    onDone: () => toast.done(t.ended),
    onFailed: (failure) => toast.failed(failure),
  });
  return (
    <Card title={t.title} flush>
      {data === undefined && <Waiting error={error} what={t.title} lines={3} onRetry={refetch} />}
      <ul className={classes["sessions"]}>
        {data?.items.map(({ id, current, device, address, lastUsedAt }) => (
          <li key={id}>
            <IconDeviceDesktop size={18} stroke={1.6} />
            <span className={classes["device"]}>
              <b>{device === null ? t.unknown : shortDevice(device)}</b>
              <span>{[address, t.used(ago(lastUsedAt))].filter((part) => part !== null).join(" · ")}</span>
            </span>
            {current ? (
              <Badge color="green">{t.current}</Badge>
            ) : (
              <Button
                variant="default"
                size="xs"
                aria-label={t.endFor(device ?? t.unknown)}
                onClick={() => end.mutate({ params: { id } })}
              >
                {t.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Browser and system of a User-Agent header; other texts are left as they are. */
function shortDevice(agent: string): string {
  const browser = /(Edg|OPR)\/(\d+)/.exec(agent) ?? /(Firefox|Chrome|Safari)\/(\d+)/.exec(agent);
  const system = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/.exec(agent)?.[1];
  if (browser === null || system === undefined) return agent;
  const names: Readonly<Record<string, string>> = { Edg: "Edge", OPR: "Opera" };
  const [, name = "", version = ""] = browser;
  return `${names[name] ?? name} ${version}, ${system.replace("Mac OS X", "macOS")}`;
}
