import type { Context } from "../../context.ts";
import type { CompiledMessages } from "../../message-source.ts";
import { releasePace, reservePace } from "./pace.queries.ts";
import { releaseWarmUpQuota } from "./throttling.queries.ts";
import { reserveQuota } from "./warm-up-quota.ts";

export type ReservedMessages = {
  readonly allowed: number;
  /** When the next messages may be claimed; null without a limit. */
  readonly nextAt: Date | null;
  readonly returnUnsent: (count: number) => Promise<void>;
};

/** Reserves messages of the learned limit of the domain or provider that a batch waits for, and of the warm-up. */
export async function reserveMessages(
  ctx: Context,
  messages: Pick<CompiledMessages, "sender">,
  { pacedKey, wanted }: { readonly pacedKey: string | null; readonly wanted: number },
): Promise<ReservedMessages> {
  const { db, clock } = ctx;
  const paced = pacedKey === null ? undefined : await reservePace(db, pacedKey, { wanted, now: clock.now() });
  const returnPaced = async (count: number) => {
    if (pacedKey === null || paced?.minuteAt === undefined || count <= 0) return;
    await releasePace(db, { key: pacedKey, minuteAt: paced.minuteAt }, count);
  };
  if (paced?.allowed === 0) return { allowed: 0, nextAt: paced.nextAt, returnUnsent: returnPaced };
  const reserved = paced?.allowed ?? wanted;
  const { allowed, nextAt, limited } = await reserveQuota(ctx, messages, reserved);
  await returnPaced(reserved - allowed);
  return {
    allowed,
    nextAt,
    returnUnsent: async (count) => {
      await returnPaced(count);
      if (limited !== undefined) await releaseWarmUpQuota(db, limited, count);
    },
  };
}
