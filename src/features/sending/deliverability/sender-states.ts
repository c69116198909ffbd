import type { Context } from "../../../context.ts";
import { iso } from "../../../kernel/local-time.ts";
import * as signed from "../domains/service.ts";
import { listSenders } from "../senders/queries.ts";
import { presentSender } from "../senders/service.ts";
import * as queries from "./queries.ts";

/** Every sender with the state of its domain: a sending domain, a monitored domain or neither. */
export async function listSenderStates(ctx: Context) {
  const [senders, domains, monitored] = await Promise.all([
    listSenders(ctx.db),
    signed.listSendingDomains(ctx),
    queries.listMonitoredDomains(ctx.db),
  ]);
  return {
    items: senders.map((row) => {
      const sender = presentSender(row);
      const own = domains.find(({ domain }) => domain === sender.domain);
      const monitoredDomain = monitored.find(({ domain }) => domain === sender.domain);
      return {
        ...sender,
        sendingDomainId: own?.id ?? null,
        domainVerified: own?.verified ?? false,
        returnPath: own?.returnPath ?? false,
        tracking: own?.tracking ?? false,
        records: own?.records ?? monitoredDomain?.records ?? [],
        checkedAt: own === undefined ? iso(monitoredDomain?.checkedAt ?? null) : own.checkedAt,
      };
    }),
  };
}
