import type { TObject } from "typebox";
import type { App } from "../app.ts";
import type { Context } from "../context.ts";
import { findCompany, getCompanyById } from "../features/account/find-company.ts";
import { actionRunner, runAction, type ActionKind } from "../jobs/actions.ts";
import { listRunningActions } from "../jobs/queries.ts";
import { notFound } from "../kernel/errors.ts";
import { withProgressBar } from "./progress-bar.ts";

/** The context in which a command acts for a company. */
export async function companyContext({ db, services }: App, tenant: string): Promise<Context> {
  const found = await findCompany(db, tenant);
  if (found === undefined) throw notFound("tenant");
  const company = await getCompanyById({ db, dataKey: services.dataKey }, found.tenantId);
  return { ...services, db: db.forTenant(company.tenantId), company, actor: { kind: "service" } };
}

/**
 * Runs the unfinished action with that parameter to its end. A worker may run it concurrently: each step is done once, by
 * the first to take it.
 */
export async function runActionHere<Params extends TObject, Checkpoint extends TObject>(
  ctx: Context,
  kind: ActionKind<Params, Checkpoint>,
  { parameter, json }: { parameter: readonly [name: string, id: string]; json: boolean },
): Promise<void> {
  const [name, id] = parameter;
  const findAction = async () =>
    (await listRunningActions(ctx.db)).find(({ type, params }) => type === kind.type && Object(params)[name] === id);
  const action = await findAction();
  if (action === undefined) return;
  const work = () => runAction(ctx, [actionRunner(kind)], action.id);
  if (json) return work();
  await withProgressBar(async () => (await findAction())?.progress ?? 100, work);
}
