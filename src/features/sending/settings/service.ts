import type { Context } from "../../../context.ts";
import { publicHostOf } from "../../../kernel/public-host.ts";
import * as domains from "../domains/service.ts";
import { hasValidRecord, reportAddress } from "../dns-checks.ts";
import { listSenders } from "../senders/queries.ts";
import { presentSender } from "../senders/service.ts";
import * as queries from "./queries.ts";
import type { setupKeys } from "./shapes.ts";

export async function getSendingMode({ db, mailMode }: Context) {
  return { ...(await queries.getSendingSettings(db)), mode: mailMode };
}

type SetupItem = { key: (typeof setupKeys)[number]; done: boolean; required: boolean; params: Record<string, unknown> };

export async function getSendingSetup(ctx: Context) {
  const [mode, records, signed] = await Promise.all([
    getSendingMode(ctx),
    listSenders(ctx.db),
    domains.listSendingDomains(ctx),
  ]);
  const senders = records.map(presentSender);
  const verified = senders.filter((sender) => sender.verified);
  const { sendingEnabled, sendingState, sendingHold } = mode;
  const has = (kind: "spf" | "dmarc") => signed.some((domain) => hasValidRecord(domain.records, kind));
  const optionalItem = (key: SetupItem["key"], done: boolean, params = {}): SetupItem => ({
    key,
    done,
    required: false,
    params,
  });
  const requiredItem = (key: SetupItem["key"], done: boolean, params = {}): SetupItem => ({
    key,
    done,
    required: true,
    params,
  });
  const items = [
    requiredItem("sender_verified", verified.length > 0, { senders: senders.length, verified: verified.length }),
    optionalItem("company_address", mode.hasAddress),
    requiredItem("sending_allowed", sendingEnabled && sendingState === "live" && sendingHold === "", {
      sendingEnabled,
      sendingState,
      sendingHold,
    }),
    optionalItem(
      "domain_verified",
      signed.some((domain) => domain.verified),
      { domains: signed.length },
    ),
    optionalItem("spf", has("spf")),
    optionalItem("dmarc", has("dmarc")),
    optionalItem(
      "return_path",
      signed.some((domain) => domain.returnPath),
    ),
    optionalItem(
      "tracking",
      signed.some((domain) => domain.tracking),
    ),
    optionalItem("test_recipients", mode.testRecipients > 0, { testRecipients: mode.testRecipients }),
    optionalItem("mail_mode", mode.mode === "live", { mode: mode.mode }),
  ];
  const ready = items.every(({ required, done }) => done || !required);
  return {
    items,
    ready,
    senders,
    domains: signed,
    reportAddress: reportAddress(ctx),
    publicHost: publicHostOf(ctx.publicUrl),
  };
}
