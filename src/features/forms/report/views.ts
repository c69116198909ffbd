import type { Context } from "../../../context.ts";
import { dayAt } from "../../../kernel/local-time.ts";
import type { ViewOrigin } from "./origin.ts";
import * as queries from "./queries.ts";

export async function countView(ctx: Context, formId: string, origin: ViewOrigin): Promise<void> {
  const day = dayAt(ctx.clock.now(), ctx.company.timeZone);
  await queries.countView(ctx.db, formId, { day, ...origin });
}
