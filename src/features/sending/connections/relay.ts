import { randomUUID } from "node:crypto";
import type { Context } from "../../../context.ts";
import type { RelayPools, RelayUse } from "../../../mail/relay-pools.ts";
import { createRelayTransport, type Transport } from "../../../mail/transport.ts";
import { connectionPresets } from "../../../kernel/connection-kinds.ts";
import { connectionLeaseMs, endLease, leaseConnections } from "./leases.queries.ts";
import type { RouteConnection } from "./route.ts";
import { toTarget } from "./target.ts";

/**
 * The relay of a connection in this process, opened with its first use. Undefined while other processes hold all connections
 * that its limit allows.
 */
export const useRelay = (ctx: Context, pools: RelayPools, connection: RouteConnection): Promise<RelayUse | undefined> =>
  pools.use(`${ctx.db.tenantId} ${connection.id} ${connection.revision}`, () => openRelay(ctx, connection));

async function openRelay(ctx: Context, connection: RouteConnection): Promise<Transport | undefined> {
  const target = toTarget(ctx, connection);
  const header = streamHeader(connection);
  const limit = connection.limits.connections;
  if (limit === null) return createRelayTransport(target, { size: ctx.config.smtpConnections, header });
  // Each opened relay has a lease of its own: one with earlier settings may still be closing.
  const holder = randomUUID();
  const lease = (wanted: number) =>
    leaseConnections(ctx.db, connection.id, { holder, limit, wanted, now: ctx.clock.now() });
  // Half of them at first, so that another process gets some as well; later all that are left.
  const slots = await lease(Math.ceil(limit / 2));
  if (slots === 0) return undefined;
  const relay = createRelayTransport(target, { size: slots, header });
  const extending = setInterval(() => {
    lease(limit).then(
      (found) => {
        if (found > 0) relay.resize(found);
      },
      // The lease ends by itself when the database stays away.
      () => undefined,
    );
  }, connectionLeaseMs / 3);
  extending.unref();
  return {
    ...relay,
    close: async () => {
      clearInterval(extending);
      await relay.close();
      await endLease(ctx.db, connection.id, holder);
    },
  };
}

function streamHeader({ kind, messageStream }: RouteConnection): Buffer | undefined {
  const name = connectionPresets[kind].streamHeader;
  return name === null || messageStream === "" ? undefined : Buffer.from(`${name}: ${messageStream}\r\n`);
}
