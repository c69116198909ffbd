import type { Context } from "../../../context.ts";
import { conflict } from "../../../kernel/errors.ts";
import { dayAt, startOfDay, startOfNextDay } from "../../../kernel/local-time.ts";
import { lockCompany } from "../../members/queries.ts";
import { findAuthentication, type SenderAuthentication } from "../../sending/outgoing-sender.queries.ts";
import type { SenderLoad } from "../sending-plan.ts";
import { countApprovedRecipients } from "./queries.ts";

/** Mailbox providers refuse bulk mail without an aligned DKIM signature. */
const maxUnauthenticatedPerDay = 200;

type SenderCheck = {
  readonly senderId: string;
  /** Recipients of the domain on the day of the campaign, with those of campaigns approved for that day before. */
  readonly recipients: number;
  readonly authentication: SenderAuthentication & { readonly authenticated: boolean; readonly required: boolean };
};

/** Refuses a campaign by which a domain without authentication would send more than 200 messages on one day. */
export async function requireAuthentication(ctx: Context, loads: readonly SenderLoad[], sendAt: Date): Promise<void> {
  const senders = await findSenders(ctx, loads);
  if (senders.every(({ authenticatedBy }) => authenticatedBy !== null)) return;
  // Concurrent approvals count each other.
  await lockCompany(ctx.db);
  const checks = await checkSenders(ctx, senders, sendAt);
  const refused = checks.find(({ authentication }) => authentication.required && !authentication.authenticated);
  if (refused === undefined) return;
  const { authentication, recipients } = refused;
  throw conflict("authentication", { domain: authentication.domain, recipients, limit: maxUnauthenticatedPerDay });
}

/** The domains of the senders, each with whether the number of recipients requires its authentication. */
export const checkAuthentication = async (
  ctx: Context,
  loads: readonly SenderLoad[],
  sendAt: Date,
): Promise<SenderCheck[]> => checkSenders(ctx, await findSenders(ctx, loads), sendAt);

async function checkSenders(ctx: Context, senders: readonly LoadedSender[], sendAt: Date): Promise<SenderCheck[]> {
  const { timeZone } = ctx.company;
  const day = dayAt(sendAt, timeZone);
  const range = { from: startOfDay(day, timeZone), before: startOfNextDay(day, timeZone) };
  const checks: SenderCheck[] = [];
  for (const { senderId, domain, authenticatedBy } of senders) {
    const own = senders.filter((other) => other.domain === domain).reduce((sum, { recipients }) => sum + recipients, 0);
    const recipients = own + (await countApprovedRecipients(ctx.db, domain, range));
    const required = recipients > maxUnauthenticatedPerDay;
    const authentication = { domain, authenticated: authenticatedBy !== null, authenticatedBy, required };
    checks.push({ senderId, recipients, authentication });
  }
  return checks;
}

type LoadedSender = SenderAuthentication & { readonly senderId: string; readonly recipients: number };

/** Each sender once, with its recipients. */
async function findSenders({ db }: Context, loads: readonly SenderLoad[]): Promise<LoadedSender[]> {
  const senders: LoadedSender[] = [];
  for (const senderId of new Set(loads.flatMap((load) => load.senderId ?? []))) {
    const found = await findAuthentication(db, senderId);
    const ofSender = loads.filter((load) => load.senderId === senderId);
    const recipients = ofSender.reduce((sum, load) => sum + load.recipients, 0);
    if (found !== undefined) senders.push({ senderId, recipients, ...found });
  }
  return senders;
}
