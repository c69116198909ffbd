import type { Static } from "typebox";
import type { Context } from "../../../context.ts";
import { requestAction } from "../../../jobs/actions.ts";
import { existing } from "../../../kernel/accepts.ts";
import { validation } from "../../../kernel/errors.ts";
import { listContactRecords } from "../../contacts/queries.ts";
import { findShop } from "../shops/queries.ts";
import type { MaintenanceInput } from "./contract.ts";
import { runMaintenance } from "./jobs.ts";
import { getTask, type MaintenanceOperation } from "./tasks.ts";

type Input = Static<typeof MaintenanceInput>;

const pageSize = 1000;
const maxExamples = 5;

export async function maintainPhones(ctx: Context, input: Input) {
  if (input.apply === true) return start(ctx, "phone-landline-mobile", input);
  const { fields, ...report } = await preview(ctx, "phone-landline-mobile", input);
  return { status: 200 as const, body: { ...report, toMobile: fields["mobile"] ?? 0, toPhone: fields["phone"] ?? 0 } };
}

export async function maintainShopEnrichment(ctx: Context, input: Input) {
  if (input.apply === true) return start(ctx, "shop-enrich", input);
  return { status: 200 as const, body: await preview(ctx, "shop-enrich", input) };
}

export async function maintainLegacyContacts(ctx: Context, input: Input) {
  if (input.apply === true) return start(ctx, "legacy-backfill-contacts", input);
  return { status: 200 as const, body: await preview(ctx, "legacy-backfill-contacts", input) };
}

async function start(ctx: Context, operation: MaintenanceOperation, { shopId }: Input) {
  await requireShop(ctx, shopId);
  const jobId = await requestAction(ctx, runMaintenance, { operation, ...(shopId === undefined ? {} : { shopId }) });
  return { status: 202 as const, body: { applied: true, jobId } };
}

type Example = { contactId: string; change: Record<string, string | null> };

/** What the action would change now. */
async function preview(ctx: Context, operation: MaintenanceOperation, { shopId }: Input) {
  await requireShop(ctx, shopId);
  const fields: Record<string, number> = {};
  const examples: Example[] = [];
  let contacts = 0;
  for await (const { contactId, change } of proposedChanges(ctx, operation, shopId)) {
    contacts += 1;
    if (examples.length < maxExamples) examples.push({ contactId, change });
    for (const [field, value] of Object.entries(change)) if (value !== null) fields[field] = (fields[field] ?? 0) + 1;
  }
  return { applied: false, contacts, fields, examples };
}

async function* proposedChanges(
  { db }: Context,
  operation: MaintenanceOperation,
  shopId: string | undefined,
): AsyncGenerator<Example> {
  const task = getTask(operation);
  let proposals = await task.listProposals(db, { shopId, after: "0", limit: pageSize });
  while (proposals.length > 0) {
    const byId = new Map(proposals.map((proposal) => [proposal.contactId, proposal]));
    for (const contact of await listContactRecords(db, [...byId.keys()])) {
      const change = Object.fromEntries(Object.entries(byId.get(contact.id)?.profileFor(contact) ?? {}));
      if (Object.keys(change).length > 0) yield { contactId: contact.id, change };
    }
    proposals = await task.listProposals(db, { shopId, after: proposals.at(-1)?.contactId ?? "0", limit: pageSize });
  }
}

async function requireShop({ db }: Context, shopId: string | undefined): Promise<void> {
  if (shopId !== undefined && (await findShop(db, shopId)) === undefined) throw validation("shopId", existing("shop"));
}
