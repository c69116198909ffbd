import type { Context } from "../../../context.ts";
import { dayAt, startOfNextDay } from "../../../kernel/local-time.ts";
import { returnAllowance, takeAllowance } from "./meter.ts";
import { changeMeter, countSent } from "./meter.queries.ts";
import type { ConnectionLimits } from "./queries.ts";

export type LimitedConnection = { readonly id: string; readonly limits: ConnectionLimits };

type Acting = Pick<Context, "db" | "clock" | "company">;

const isLimited = ({ limits: { perSecond, perHour, perDay } }: LimitedConnection): boolean =>
  perSecond !== null || perHour !== null || perDay !== null;

export type Taken = { readonly allowed: number; readonly nextAt: Date | undefined };

/** Takes messages from the limits of a connection, for all workers; without limits they are only counted. */
export async function takeFromLimits(
  { db, clock, company: { timeZone } }: Acting,
  connection: LimitedConnection,
  { wanted, isSingle = false }: { readonly wanted: number; readonly isSingle?: boolean },
): Promise<Taken> {
  const now = clock.now();
  const day = dayAt(now, timeZone);
  if (!isLimited(connection)) {
    await countSent(db, connection.id, { day, count: wanted });
    return { allowed: wanted, nextAt: undefined };
  }
  const request = { wanted, now, day, tomorrowAt: startOfNextDay(day, timeZone), isSingle };
  const taken = await changeMeter(db, connection.id, (meter) => takeAllowance(meter, connection.limits, request));
  return taken ?? { allowed: wanted, nextAt: undefined };
}

/** Gives back messages that were not handed over. */
export async function returnToLimits(
  { db, clock, company }: Acting,
  connection: LimitedConnection,
  count: number,
): Promise<void> {
  if (count === 0) return;
  const day = dayAt(clock.now(), company.timeZone);
  if (isLimited(connection))
    await changeMeter(db, connection.id, (meter) => ({ meter: returnAllowance(meter, count, day) }));
  else await countSent(db, connection.id, { day, count: -count });
}
