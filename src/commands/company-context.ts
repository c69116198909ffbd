import type { TObject } from "typebox";
import type { App } from "../composition/app.ts";
import type { Context } from "../context.ts";
import { getCompanyById } from "../features/account/find-company.ts";
import { actionRunner, runAction, type ActionKind } from "../jobs/actions.ts";
import { listRunningActions } from "../jobs/queries.ts";
import { asOperator, type OperatorCommand } from "./operator.ts";
import { withProgressBar } from "./progress-bar.ts";

/** Acts for a company as the operator. */
export const inCompany = <Result>(
  app: App,
  command: OperatorCommand,
  run: (ctx: Context) => Promise<Result>,
): Promise<Result> =>
  asOperator(app, command, async (db) => {
    const company = await getCompanyById({ db: app.db, dataKey: app.services.dataKey }, db.tenantId);
    return run({ ...app.services, db, company, actor: { kind: "service" } });
  });

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
