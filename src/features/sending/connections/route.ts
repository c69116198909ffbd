import type { MailMode } from "../../../config/config.ts";
import type { Context } from "../../../context.ts";
import { takeProbeTurn } from "./health.queries.ts";
import { mayOwnConnections } from "./permission.ts";
import { limitsIn, type ConnectionAddress, type ConnectionLimits } from "./queries.ts";
import { listRoute, type RouteRow } from "./route.queries.ts";

/** A connection that takes the next messages of a sender. */
export type RouteConnection = ConnectionAddress & {
  readonly limits: ConnectionLimits;
  /** It was paused: one message asks whether it works again. */
  readonly isProbe: boolean;
};

export type Route =
  | { readonly kind: "installation" }
  | { readonly kind: "connection"; readonly connection: RouteConnection }
  /** All connections that may take the messages are paused. */
  | { readonly kind: "waits"; readonly connectionId: string; readonly until: Date };

type Acting = Pick<Context, "db" | "clock" | "config" | "hooks">;

/** Which way messages of a sender leave now. Mail modes that hand nothing to a server know no connections. */
export async function chooseRoute(
  ctx: Acting,
  mode: MailMode,
  sender: { readonly id: string; readonly domain: string } | undefined,
): Promise<Route> {
  if (sender === undefined || (mode !== "live" && mode !== "test")) return { kind: "installation" };
  const rows = await listRoute(ctx.db, sender);
  const [first] = rows;
  if (first === undefined || !(await mayOwnConnections(ctx))) return { kind: "installation" };
  const now = ctx.clock.now();
  for (const row of rows) {
    if (row.state === "ok") return { kind: "connection", connection: toConnection(row, false) };
    const isDue = row.retryAt === null || row.retryAt <= now;
    if (isDue && (await takeProbeTurn(ctx.db, row.id, now)))
      return { kind: "connection", connection: toConnection(row, true) };
  }
  const times = rows.map(({ retryAt }) => Math.max(retryAt?.getTime() ?? 0, now.getTime() + minWaitMs));
  return { kind: "waits", connectionId: first.id, until: new Date(Math.min(...times)) };
}

/** Another worker has just taken the turn of a probe. */
const minWaitMs = 1000;

function toConnection(row: RouteRow, isProbe: boolean): RouteConnection {
  const { id, kind, host, port, security, auth, username, secret, oauth, messageStream, revision } = row;
  const address = { id, kind, host, port, security, auth, username, secret, oauth, messageStream, revision };
  return { ...address, limits: limitsIn(row), isProbe };
}
