import type { ImapAddress } from "../../config/config-values.ts";
import { pollingInterval } from "../../db/distribution/polling-interval.ts";
import { openStoredMailbox } from "../../features/sending/mailboxes/account.ts";
import {
  claimMailboxes,
  recordMail,
  releaseMailbox,
  restartReading,
  type ClaimedMailbox,
} from "../../features/sending/mailboxes/claims.queries.ts";
import {
  claimInstallationMailbox,
  recordInstallationMail,
  releaseInstallationMailbox,
  restartInstallationReading,
  type InstallationClaim,
} from "../../features/sending/mailboxes/installation.queries.ts";
import { TaskLoop } from "../../jobs/task-loop.ts";
import { insertNotification } from "../../jobs/queries.ts";
import { sha256 } from "../../kernel/crypto.ts";
import { openMailbox } from "../../mail/imap/imap-session.ts";
import { findServiceContext } from "../pages/verified-token.ts";
import { leaseMs, readMailbox, type MailboxSource } from "./read-mailbox.ts";
import type { InboundDeps } from "./receive.ts";

/** Connections of this process at once. */
const maxRuns = 16;
const intervalMs = 5000;

type MailboxTask = { readonly tenantId: string | null; readonly id: string; readonly source: MailboxSource };

type LoopOptions = { readonly installation: ImapAddress | undefined; readonly intervalMs?: number };

/** Reads the mailboxes of all companies and of the installation. Any number of processes may run it. */
export const createMailboxLoop = (deps: InboundDeps, options: LoopOptions): TaskLoop<MailboxTask> =>
  new TaskLoop({
    task: "inbound mailboxes",
    intervalMs: pollingInterval(deps.db, options.intervalMs ?? intervalMs),
    log: deps.log,
    claim: (running) => claimDue(deps, options.installation, maxRuns - running.length),
    run: ({ tenantId, source }, signal) =>
      readMailbox(tenantId === null ? deps : { ...deps, onlyTenantId: tenantId }, source, signal),
    describe: ({ tenantId, id }) => ({ mailboxId: id, ...(tenantId === null ? {} : { tenantId }) }),
  });

async function claimDue(
  deps: InboundDeps,
  installation: ImapAddress | undefined,
  room: number,
): Promise<MailboxTask[]> {
  if (room <= 0) return [];
  const now = deps.services.clock.now();
  const claimed = await claimMailboxes(deps.db, { now, leaseMs, limit: room });
  const tasks = claimed.map((mailbox) => ({
    tenantId: mailbox.tenantId,
    id: mailbox.id,
    source: companySource(deps, mailbox),
  }));
  const own = installation === undefined ? undefined : await claimInstallation(deps, installation, now);
  return own === undefined ? tasks : [...tasks, own];
}

function companySource(deps: InboundDeps, claimed: ClaimedMailbox): MailboxSource {
  const { db, services } = deps;
  const { tenantId, id } = claimed;
  const own = db.forTenant(tenantId);
  return {
    position: claimed,
    open: async () => {
      const ctx = await findServiceContext({ db, services }, tenantId);
      if (ctx === undefined) throw new Error("the company of the mailbox does not exist");
      return openStoredMailbox(ctx, claimed);
    },
    record: (inner, mail) =>
      recordMail(inner.forTenant(tenantId), claimed, mail, { now: services.clock.now(), leaseMs }),
    restart: (uidValidity) => restartReading(own, claimed, uidValidity),
    release: (result) =>
      own.transaction(async (inner) => {
        const { reason, at } = result;
        if (!(await releaseMailbox(inner, claimed, result))) return;
        await insertNotification(inner, { type: "inbound_mailbox_paused", params: { mailboxId: id, reason }, at });
      }),
  };
}

async function claimInstallation(deps: InboundDeps, address: ImapAddress, now: Date): Promise<MailboxTask | undefined> {
  const { host, port, username, folder } = address;
  const key = sha256(JSON.stringify([host, port, username, folder])).toString("hex");
  const claimed = await claimInstallationMailbox(deps.db, key, { now, leaseMs });
  if (claimed === undefined) return undefined;
  return { tenantId: null, id: "installation", source: installationSource(deps, address, claimed) };
}

/** It is never paused, because no page could end the pause: it is tried again, with growing pauses, and the log says so. */
function installationSource(
  { db, services, log }: InboundDeps,
  { password, ...address }: ImapAddress,
  claimed: InstallationClaim,
): MailboxSource {
  return {
    position: claimed,
    open: () => openMailbox({ ...address, credentials: { password } }, [address.host]),
    record: (inner, mail) => recordInstallationMail(inner, claimed, mail, { now: services.clock.now(), leaseMs }),
    restart: (uidValidity) => restartInstallationReading(db, claimed, uidValidity),
    release: async (result) => {
      const { reason, failures } = result;
      if (reason !== null && failures === 1) log.error({ reason }, "the mailbox of INBOUND_IMAP_URL cannot be read");
      if (reason === null && claimed.failures > 0) log.info("the mailbox of INBOUND_IMAP_URL is read again");
      const state = reason === null ? "ok" : "failing";
      await releaseInstallationMailbox(db, claimed, { ...result, state });
    },
  };
}
