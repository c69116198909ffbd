import { Popover, Progress } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import type { OutputOf } from "../../api/operations.ts";
import { read } from "../../api/queries.ts";
import { useCan } from "../../api/session.tsx";
import { useMessages } from "../../i18n/messages.tsx";
import { IconAlertTriangle, IconFlask } from "../../ui/icons.ts";
import { RunningList, useActionText, useRunningActions } from "../../ui/running/running-actions.tsx";
import { appMessages } from "../messages.ts";
import classes from "./banner.module.css";

type Mode = OutputOf<"GET /sending-mode">;
type Notice = { readonly tone: "warn" | "bad"; readonly text: string };

/** What does not leave and the link that fixes it, then what runs in the background. It cannot be closed. */
export function Banner() {
  const t = useMessages(appMessages);
  const router = useRouter();
  const can = useCan();
  const { data: mode } = useQuery({ ...read("GET /sending-mode"), refetchInterval: 60_000 });
  const notice = mode === undefined ? undefined : chooseNotice(mode, t.banner);
  const fix: string = "/deliverability/live";
  const canFix = can("settings") && fix in router.routesByPath;
  return (
    <>
      {notice !== undefined && (
        <div className={classes["banner"]} data-tone={notice.tone} role="status">
          {notice.tone === "warn" ? <IconFlask size={16} /> : <IconAlertTriangle size={16} />}
          <span title={notice.text}>{notice.text}</span>
          {canFix && <Link to={fix}>{t.banner.fix}</Link>}
        </div>
      )}
      <RunningActions />
    </>
  );
}

type BannerMessages = Readonly<
  Record<
    | "folder"
    | "off"
    | "disabled"
    | "pending"
    | "paused"
    | "suspended"
    | "holdPlatform"
    | "holdFreeLimit"
    | "holdUnpaid",
    string
  >
> & { readonly test: (count: number) => string };

/** Chooses at most one notice, the most restrictive. */
function chooseNotice(
  { mode, sendingState, sendingHold, sendingEnabled, testRecipients }: Mode,
  t: BannerMessages,
): Notice | undefined {
  if (sendingHold !== "") {
    const texts = { platform: t.holdPlatform, free_limit: t.holdFreeLimit, unpaid: t.holdUnpaid };
    return { tone: "bad", text: texts[sendingHold] };
  }
  if (sendingState !== "live") return { tone: "bad", text: t[sendingState] };
  if (mode === "off") return { tone: "bad", text: t.off };
  if (!sendingEnabled) return { tone: "bad", text: t.disabled };
  if (mode === "live") return undefined;
  return { tone: "warn", text: mode === "test" ? t.test(testRecipients) : t.folder };
}

function RunningActions() {
  const t = useMessages(appMessages);
  const actions = useRunningActions();
  const describe = useActionText();
  const [first] = actions;
  if (first === undefined) return null;
  const { name, progress } = describe(first);
  return (
    <section className={classes["running"]} aria-label={t.running(actions.length)}>
      <Popover position="bottom-start" shadow="md" radius="md" width={320}>
        <Popover.Target>
          <button type="button">
            {t.running(actions.length)}
            <Progress value={first.progress} w={120} aria-label={name} />
            <span>{progress}</span>
          </button>
        </Popover.Target>
        <Popover.Dropdown>
          <RunningList actions={actions} />
        </Popover.Dropdown>
      </Popover>
    </section>
  );
}
