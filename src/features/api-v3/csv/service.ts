import type { Context } from "../../../context.ts";
import { accepts } from "../../../kernel/accepts.ts";
import { machineCsvLine } from "../../../kernel/csv.ts";
import { notFound, requireFound, validation } from "../../../kernel/errors.ts";
import type { FileBody } from "../../../kernel/file.ts";
import { addMs, findInstants } from "../../../kernel/local-time.ts";
import { listEmailNodes } from "../../statistics/automations/queries.ts";
import { findReportedCampaign, type StatScope } from "../../statistics/queries.ts";
import { toScope } from "../../statistics/scope.ts";
import { isPossibleId } from "../ids.ts";
import * as automations from "./automations.queries.ts";
import { eventKinds, type EventKind } from "./contract.ts";
import { beforeEvents, eventColumns, readEvents } from "./events.queries.ts";
import { beforeMembers, findListId, memberColumns, readMembers } from "./members.queries.ts";
import { csvFile, endOfFile } from "./pages.ts";

export async function downloadListContacts({ db, company }: Context, listid: string): Promise<FileBody> {
  const listId = requireFound(isPossibleId(listid) ? await findListId(db, listid) : undefined, "list");
  const { timeZone } = company;
  return csvFile(`list-contacts-${listId}`, memberColumns, {
    first: beforeMembers,
    read: (after) => readMembers(db, { listId, timeZone }, after),
  });
}

const statisticIdColumns = ["automation_id", "automation_name", "node", "email_name", "email_statistic_id"];

async function statisticIdLines({ db }: Context, { id, name }: automations.AutomationRecord): Promise<string> {
  const nodes = await listEmailNodes(db, id);
  return nodes.map(({ node, subject }) => machineCsvLine([id, name, node, subject, `a${id}:${node}`])).join("");
}

export const downloadStatisticIds = async (ctx: Context): Promise<FileBody> =>
  csvFile("automation-email-statistic-id", statisticIdColumns, {
    first: "0",
    read: async (after) => {
      const automation = await automations.findNextAutomation(ctx.db, after);
      if (automation === undefined) return endOfFile;
      return { lines: await statisticIdLines(ctx, automation), next: automation.id };
    },
  });

export async function downloadAutomationStatisticIds(ctx: Context, id: string): Promise<FileBody> {
  const automation = requireFound(await automations.findAutomation(ctx.db, id), "automation");
  return csvFile(`automation-email-statistic-id-${id}`, statisticIdColumns, {
    first: automation,
    read: async (one) => ({ lines: await statisticIdLines(ctx, one), next: undefined }),
  });
}

type Interval = { interval_from?: string; interval_to?: string };

export async function downloadEmailEvents(
  ctx: Context,
  { kind, sid }: { kind: string; sid: string },
  { interval_from: from, interval_to: to }: Interval,
): Promise<FileBody> {
  const { timeZone } = ctx.company;
  const known = requireFound(
    eventKinds.find((word) => word === kind),
    "path",
  );
  const interval = {
    from: from === undefined ? null : requireInstants("interval_from", from, timeZone).first,
    // Both ends are included, and the last second is a whole one.
    to: to === undefined ? null : addMs(requireInstants("interval_to", to, timeZone).last, 1000),
  };
  const scope = await findScope(ctx, sid);
  const selection = { scope, timeZone, ...interval };
  return csvFile(toFileName(known, sid), eventColumns(known), {
    first: beforeEvents,
    read: (after) => readEvents(ctx.db, known, selection, after),
  });
}

const toFileName = (kind: EventKind, sid: string): string => `${kind}-detail-${sid.replaceAll(":", "-")}`;

function requireInstants(parameter: string, local: string, timeZone: string) {
  const instants = findInstants(local, timeZone);
  if (instants === undefined) throw validation(parameter, accepts.localTime);
  return instants;
}

/** The messages of a statistic id: `c<campaign id>` or `a<automation id>:<node key>`. */
async function findScope({ db }: Context, sid: string): Promise<StatScope> {
  const [, kind = "", id = "", node = ""] = /^([ac])(\d+)(?::(.+))?$/s.exec(sid) ?? [];
  if (kind === "c") return toScope(requireFound(await findReportedCampaign(db, id), "sid"));
  const email = (await listEmailNodes(db, id)).find((each) => each.node === node);
  if (email === undefined) throw notFound("sid");
  return { sourceIds: email.sourceIds, variantId: null };
}
