import type { Context } from "../../../context.ts";
import { HourlyCounter } from "../../../kernel/hourly-counter.ts";
import { dayAt } from "../../../kernel/local-time.ts";
import { toNetwork } from "../../members/sessions/network.ts";
import type { ViewOrigin } from "./origin.ts";
import * as queries from "./queries.ts";

/** Views of a form from one network that an HTTP process counts in an hour. */
const maxViewsPerHour = 300;

const recentViews = new HourlyCounter();

type View = { readonly formId: string; readonly address: string; readonly origin: ViewOrigin };

export async function countView(ctx: Context, { formId, address, origin }: View): Promise<void> {
  const now = ctx.clock.now();
  const subject = `${ctx.db.tenantId} ${formId} ${toNetwork(address)}`;
  if (recentViews.add(subject, now) > maxViewsPerHour) return;
  await queries.countView(ctx.db, formId, { day: dayAt(now, ctx.company.timeZone), ...origin });
}
