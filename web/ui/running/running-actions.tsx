import { Progress } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../api/operations.ts";
import { read } from "../../api/queries.ts";
import { useCan } from "../../api/session.tsx";
import { useMessages } from "../../i18n/messages.tsx";
import { runningMessages } from "./messages.ts";
import classes from "./running-actions.module.css";

export type RunningAction = OutputOf<"GET /running-actions">["items"][number];

/** Queued and running actions; progress is followed closely only while something runs. */
export function useRunningActions(): readonly RunningAction[] {
  const can = useCan();
  const { data } = useQuery({
    ...read("GET /running-actions"),
    enabled: can("settings"),
    refetchInterval: (query) => ((query.state.data?.items.length ?? 0) > 0 ? 2000 : 15_000),
  });
  return data?.items.filter(({ state }) => state === "queued" || state === "running") ?? [];
}

/** What the action does, and how far it is. */
export function useActionText(): (action: RunningAction) => { name: string; progress: string } {
  const t = useMessages(runningMessages);
  return ({ type, state, progress }) => ({
    name: t.actions[type],
    progress: state === "queued" ? t.queued : t.progress(progress),
  });
}

export function RunningList({ actions }: { actions: readonly RunningAction[] }) {
  const describe = useActionText();
  return (
    <ul className={classes["actions"]}>
      {actions.map((action) => {
        const { name, progress } = describe(action);
        return (
          <li key={action.id}>
            <b>{name}</b>
            <span>{progress}</span>
            <Progress value={action.progress} aria-label={name} />
          </li>
        );
      })}
    </ul>
  );
}
