import type { Context } from "../../../context.ts";
import { byteOrderMark, csvLine } from "../../../kernel/csv.ts";
import type { FileBody } from "../../../kernel/file.ts";
import { validation } from "../../../kernel/errors.ts";
import { iso } from "../../../kernel/local-time.ts";
import { toPeriod, type PeriodQuery } from "../../../kernel/period.ts";
import { listCounts } from "../counts.queries.ts";
import { getAutomationRecord, getStoredGraph } from "../service.ts";
import * as queries from "./queries.ts";

export type ReportQuery = PeriodQuery & { node?: string };

const reportedTypes = ["email", "webhook", "goal"];

/** Reads counters only, however many contacts passed. Skipped, failed and unknown e-mails do not depend on the period. */
export async function getReport(ctx: Context, id: string, query: ReportQuery) {
  const { db } = ctx;
  const { nodes: all } = await getStoredGraph(ctx, await getAutomationRecord(ctx, id));
  const reported = all.filter(({ type }) => reportedTypes.includes(type));
  const nodes = query.node === undefined ? reported : reported.filter((node) => node.id === query.node);
  if (query.node !== undefined && nodes.length === 0)
    throw validation("node", { allowed: reported.map((node) => node.id) });
  const period = toPeriod(query, ctx.company.timeZone);
  const [counts, emails, webhooks, calls] = await Promise.all([
    listCounts(db, id),
    queries.listEmailResults(db, id, period),
    queries.listWebhookResults(db, id),
    queries.countWaitingCalls(db, id),
  ]);
  const passed = (node: string): number =>
    counts.find((each) => each.node === node && each.output === "" && each.measure === "passed")?.n ?? 0;
  const ofType = (type: string) => nodes.filter((node) => node.type === type);
  return {
    emails: ofType("email").map((node) =>
      presentEmail(
        node.id,
        passed(node.id),
        emails.find((each) => each.node === node.id),
      ),
    ),
    webhooks: ofType("webhook").map((node) => ({
      ...presentWebhook(
        node.id,
        webhooks.find((each) => each.node === node.id),
      ),
      waiting: calls.find((each) => each.node === node.id)?.waiting ?? 0,
    })),
    goals: ofType("goal").map(({ id: node, config }) => ({
      node,
      name: typeof config["name"] === "string" ? config["name"] : "",
      reached: passed(node),
    })),
  };
}

const noEmails = {
  sent: 0,
  bounced: 0,
  opened: 0,
  clicked: 0,
  complained: 0,
  unsubscribed: 0,
  skipped: 0,
  failed: 0,
  unknown: 0,
  messages: 0,
};

/** Runs without a message were skipped at the node, the others when their message was claimed. */
function presentEmail(node: string, passed: number, result: Omit<queries.EmailResult, "node"> = noEmails) {
  const { messages, ...numbers } = result;
  return {
    ...numbers,
    node,
    delivered: Math.max(0, numbers.sent - numbers.bounced),
    skipped: numbers.skipped + Math.max(0, passed - messages),
  };
}

function presentWebhook(node: string, result: queries.WebhookResult | undefined) {
  const { succeeded = 0, failed = 0, stopped = 0, lastStatus = null, lastError = null, lastAt = null } = result ?? {};
  return { node, succeeded, failed, stopped, lastStatus, lastError, lastAt: iso(lastAt) };
}

const columns = [
  "type",
  "node",
  "name",
  "sent",
  "delivered",
  "opened",
  "clicked",
  "bounced",
  "complained",
  "unsubscribed",
  "skipped",
  "failed",
  "unknown",
  "succeeded",
  "waiting",
  "lastStatus",
  "lastError",
  "lastAt",
  "reached",
  "stopped",
] as const;

type Row = Partial<Record<(typeof columns)[number], string | number | null>>;

export async function downloadReport(ctx: Context, id: string, query: ReportQuery): Promise<FileBody> {
  const { emails, webhooks, goals } = await getReport(ctx, id, query);
  const rows: readonly Row[] = [
    ...emails.map((email) => ({ type: "email", ...email })),
    ...webhooks.map((webhook) => ({ type: "webhook", ...webhook })),
    ...goals.map((goal) => ({ type: "goal", ...goal })),
  ];
  const lines = rows.map((row) =>
    csvLine(
      columns.map((column) => String(row[column] ?? "")),
      ";",
    ),
  );
  return {
    name: `automation-${id}.csv`,
    mediaType: "text/csv; charset=utf-8; header=present",
    content: encode(byteOrderMark + csvLine(columns, ";") + lines.join("")),
  };
}

async function* encode(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
