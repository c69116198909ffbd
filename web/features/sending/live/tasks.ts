import type { OutputOf } from "../../../api/operations.ts";

type Setup = OutputOf<"GET /sending/setup">;
type Mode = OutputOf<"GET /sending-mode">;

export type Facts = {
  readonly items: Setup["items"];
  readonly mode: Pick<Mode, "mode" | "sendingState" | "sendingHold" | "sendingEnabled">;
};

/** `required`: nothing leaves without it. `advised`: it leaves, but worse. */
export type TaskState = "done" | "required" | "advised";

export type CompanyTaskKey = "sender" | "domain" | "address" | "switch" | "payment";
export type OperatorTaskKey = "review" | "mode" | "hold";

export type Task<Key> = { readonly key: Key; readonly state: TaskState };

const isDone = ({ items }: Facts, key: Setup["items"][number]["key"]): boolean =>
  items.some((item) => item.key === key && item.done);

const required = (done: boolean): TaskState => (done ? "done" : "required");

/** What members of the company do themselves. What is rarely amiss is listed only when it is. */
export function toCompanyTasks(facts: Facts): readonly Task<CompanyTaskKey>[] {
  const { sendingEnabled, sendingHold } = facts.mode;
  const isPaid = sendingHold !== "unpaid" && sendingHold !== "free_limit";
  return [
    { key: "sender", state: required(isDone(facts, "sender_verified")) },
    { key: "domain", state: isDone(facts, "domain_verified") ? "done" : "advised" },
    { key: "address", state: isDone(facts, "company_address") ? "done" : "advised" },
    ...(sendingEnabled ? [] : [{ key: "switch", state: "required" } as const]),
    ...(isPaid ? [] : [{ key: "payment", state: "required" } as const]),
  ];
}

/** What only the operator of the service can do. */
export function toOperatorTasks({ mode }: Facts): readonly Task<OperatorTaskKey>[] {
  return [
    { key: "review", state: required(mode.sendingState === "live") },
    { key: "mode", state: required(mode.mode === "live") },
    ...(mode.sendingHold === "platform" ? [{ key: "hold", state: "required" } as const] : []),
  ];
}

export const countMissing = (tasks: readonly Task<string>[]): number =>
  tasks.filter(({ state }) => state === "required").length;
