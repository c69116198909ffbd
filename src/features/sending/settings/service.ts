import type { Static } from "typebox";
import type { Context } from "../../../context.ts";
import { listRecipients } from "../../content/test-emails/queries.ts";
import * as domains from "../domains/service.ts";
import { isOk, reportAddress } from "../inspection.ts";
import { listSenders } from "../senders/queries.ts";
import { present } from "../senders/service.ts";
import * as queries from "./queries.ts";
import type { SendingDefaultsInput, setupKeys } from "./shapes.ts";

export async function getDefaults({ db }: Context) {
  const { utmDefaultOn, frequencyCapEmails, frequencyCapDays } = await queries.getSettings(db);
  const isCapped = frequencyCapEmails !== null && frequencyCapDays !== null;
  return { utmDefaultOn, frequencyCap: isCapped ? { emails: frequencyCapEmails, days: frequencyCapDays } : null };
}

export async function setDefaults(ctx: Context, body: Static<typeof SendingDefaultsInput>) {
  const { utmDefaultOn, frequencyCap } = body;
  const cap =
    frequencyCap === undefined
      ? {}
      : { frequencyCapEmails: frequencyCap?.emails ?? null, frequencyCapDays: frequencyCap?.days ?? null };
  await queries.updateDefaults(ctx.db, { utmDefaultOn, ...cap });
  return getDefaults(ctx);
}

export async function getMode({ db, mailMode }: Context) {
  const [settings, recipients] = await Promise.all([queries.getSettings(db), listRecipients(db)]);
  return { ...settings, mode: mailMode, testRecipients: recipients.length };
}

type Item = { key: (typeof setupKeys)[number]; done: boolean; required: boolean; params: Record<string, unknown> };

export async function getSetup(ctx: Context) {
  const [mode, records, signed] = await Promise.all([getMode(ctx), listSenders(ctx.db), domains.list(ctx)]);
  const senders = records.map(present);
  const verified = senders.filter((sender) => sender.verified);
  const { sendingEnabled, sendingState, sendingHold } = mode;
  const has = (kind: "spf" | "dmarc") => signed.some((domain) => isOk(domain.records, kind));
  const item = (key: Item["key"], done: boolean, params = {}): Item => ({ key, done, required: false, params });
  const needed = (key: Item["key"], done: boolean, params = {}): Item => ({ key, done, required: true, params });
  const items = [
    needed("sender_verified", verified.length > 0, { senders: senders.length, verified: verified.length }),
    item("company_address", mode.hasAddress),
    needed("sending_allowed", sendingEnabled && sendingState === "live" && sendingHold === "", {
      sendingEnabled,
      sendingState,
      sendingHold,
    }),
    item(
      "domain_verified",
      signed.some((domain) => domain.verified),
      { domains: signed.length },
    ),
    item("spf", has("spf")),
    item("dmarc", has("dmarc")),
    item(
      "return_path",
      signed.some((domain) => domain.returnPath),
    ),
    item(
      "tracking",
      signed.some((domain) => domain.tracking),
    ),
    item("test_recipients", mode.testRecipients > 0, { testRecipients: mode.testRecipients }),
    item("mail_mode", mode.mode === "live", { mode: mode.mode }),
  ];
  const ready = items.every(({ required, done }) => done || !required);
  return { items, ready, senders, domains: signed, reportAddress: reportAddress(ctx) };
}
