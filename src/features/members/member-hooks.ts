import type { Context } from "../../context.ts";
import { defineHooks, type HookedProcess } from "../../hooks/hook-point.ts";

type AccessContext = Pick<Context, "db" | "clock">;

type MemberHooks = {
  /** Runs in the transaction that removes the member from the company or ends the access of their keys and apps. */
  readonly onAccessEnded?: (ctx: AccessContext, memberId: string) => Promise<void>;
};

export const memberHooks = defineHooks<MemberHooks>("people");

export async function afterAccessEnded(ctx: AccessContext & HookedProcess, memberId: string): Promise<void> {
  for (const { onAccessEnded } of memberHooks.in(ctx)) await onAccessEnded?.(ctx, memberId);
}
