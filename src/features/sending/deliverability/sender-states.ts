import type { Context } from "../../../context.ts";
import * as signed from "../domains/service.ts";
import { listSenders } from "../senders/queries.ts";
import { present } from "../senders/service.ts";
import * as queries from "./queries.ts";

/** Every sender with what is known of its domain: signed by us, or only watched, or neither. */
export async function listSenderStates(ctx: Context) {
  const [senders, domains, watched] = await Promise.all([
    listSenders(ctx.db),
    signed.list(ctx),
    queries.listDomains(ctx.db),
  ]);
  return {
    items: senders.map((row) => {
      const sender = present(row);
      const own = domains.find(({ domain }) => domain === sender.domain);
      const seen = watched.find(({ domain }) => domain === sender.domain);
      return {
        ...sender,
        sendingDomainId: own?.id ?? null,
        domainVerified: own?.verified ?? false,
        returnPath: own?.returnPath ?? false,
        tracking: own?.tracking ?? false,
        records: own?.records ?? seen?.records ?? [],
        checkedAt: own === undefined ? (seen?.checkedAt?.toISOString() ?? null) : own.checkedAt,
      };
    }),
  };
}
