import type { Context } from "../../../context.ts";
import type { RelayPools } from "../../../mail/relay-pools.ts";
import type { SendOutcome } from "../../../mail/outcome.ts";
import type { OutgoingMessage, Transport } from "../../../mail/transport.ts";
import { returnToLimits, takeFromLimits } from "./allowance.ts";
import { liftPause, pauseConnection } from "./health.ts";
import { isSessionFailure } from "./pause-reasons.ts";
import { useRelay } from "./relay.ts";
import { chooseRoute, type RouteConnection } from "./route.ts";

export type SenderTransportDeps = { readonly transport: Transport; readonly relayPools: RelayPools };

type Sender = { readonly id: string; readonly domain: string };

/** Nothing was handed over; the job tries again later. */
export class ConnectionNotReady extends Error {
  constructor(reason: "paused" | "limit" | "connections") {
    super(`the connection takes no message now: ${reason}`);
  }
}

/**
 * The transport for single mails of a sender, such as a test e-mail: over the connection of the sender, with its fallback.
 * Throws `ConnectionNotReady` when none takes it now.
 */
export function senderTransport(ctx: Context, deps: SenderTransportDeps, sender: Sender | undefined): Transport {
  const { transport } = deps;
  return {
    mode: transport.mode,
    send: (message) => sendSingle(ctx, deps, sender, message),
    close: async () => undefined,
  };
}

/** Each refused connection is paused, so that the route leads to the next one. */
const maxConnectionsTried = 6;

async function sendSingle(
  ctx: Context,
  { transport, relayPools }: SenderTransportDeps,
  sender: Sender | undefined,
  message: OutgoingMessage,
): Promise<SendOutcome> {
  let outcome: SendOutcome | undefined;
  for (let tried = 0; tried < maxConnectionsTried; tried += 1) {
    const route = await chooseRoute(ctx, transport.mode, sender);
    if (route.kind === "installation") return transport.send(message);
    if (route.kind === "waits") break;
    outcome = await sendOver(ctx, relayPools, route.connection, message);
    if (outcome.outcome !== "refused" || !isSessionFailure(outcome)) return outcome;
  }
  if (outcome === undefined) throw new ConnectionNotReady("paused");
  return outcome;
}

async function sendOver(
  ctx: Context,
  relayPools: RelayPools,
  connection: RouteConnection,
  message: OutgoingMessage,
): Promise<SendOutcome> {
  const { allowed } = await takeFromLimits(ctx, connection, { wanted: 1, isSingle: true });
  if (allowed === 0) throw new ConnectionNotReady("limit");
  const relay = await useRelay(ctx, relayPools, connection);
  if (relay === undefined) {
    await returnToLimits(ctx, connection, 1);
    throw new ConnectionNotReady("connections");
  }
  try {
    const outcome = await relay.transport.send(message);
    if (outcome.outcome === "refused" && isSessionFailure(outcome)) {
      await returnToLimits(ctx, connection, 1);
      await pauseConnection(ctx, connection.id, outcome);
    } else if (connection.isProbe && outcome.outcome !== "unknown") await liftPause(ctx, connection.id);
    return outcome;
  } finally {
    relay.done();
  }
}
