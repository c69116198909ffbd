import { expect, it, onTestFinished } from "vitest";
import { anEmail, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { aConnection, aSink, companyWithConnections } from "../../../../tests/harness/factories/connections.ts";
import { permitClaimedMail } from "../../../mail/permit.ts";
import { RelayPools } from "../../../mail/relay-pools.ts";
import type { OutgoingMessage, Transport } from "../../../mail/transport.ts";
import { findOutgoingSender } from "../outgoing-sender.ts";
import { addPreverifiedSender } from "../senders/preverified-sender.ts";
import { ConnectionNotReady, senderTransport } from "./sender-transport.ts";

const aMail = (to: string): OutgoingMessage => ({
  id: "form-letter-1",
  permit: permitClaimedMail("form-letter"),
  envelope: { from: "shop@example.org", to },
  raw: Buffer.from("Subject: hello\r\n\r\nhello\r\n"),
});

/** Single mails of a new sender of the company; the relay of the service counts what it gets. */
async function mailsOf(own: TestCompany, connectionId: string | null) {
  const { ctx, api } = own;
  const address = anEmail();
  const id = await addPreverifiedSender(ctx.db, { address, name: "Shop", at: ctx.clock.now() });
  await api.ok("updateSender", { params: { sender_id: id }, body: { connectionId } });
  const sender = await findOutgoingSender(ctx.db, id);
  const relayed: string[] = [];
  const transport: Transport = {
    mode: "live",
    send: async ({ envelope }) => {
      relayed.push(envelope.to);
      return { outcome: "sent", response: "250 relay" };
    },
    close: async () => undefined,
  };
  const relayPools = new RelayPools();
  onTestFinished(() => relayPools.close());
  return { relayed, send: (to: string) => senderTransport(ctx, { transport, relayPools }, sender).send(aMail(to)) };
}

const connectionOf = ({ api }: TestCompany, { id }: { readonly id: string }) =>
  api.ok("getConnection", { params: { connection_id: id } });

it("sends a single mail over the connection of its sender, and counts it", async () => {
  const own = await companyWithConnections();
  const { port, takenFor } = await aSink();
  const connection = await aConnection(own, port);
  const [over, without] = [await mailsOf(own, connection.id), await mailsOf(own, null)];
  const [one, two] = [anEmail(), anEmail()];
  expect(await over.send(one)).toMatchObject({ outcome: "sent" });
  expect(await without.send(two)).toMatchObject({ response: "250 relay" });
  expect([takenFor([one, two]), over.relayed, without.relayed]).toEqual([[one], [], [two]]);
  expect(await connectionOf(own, connection)).toMatchObject({ sentToday: 1 });
});

it("takes the fallback of a connection that refuses the sign-in, which is paused", async () => {
  const own = await companyWithConnections();
  const [refusing, other] = [await aSink({ refusedSignIns: 1 }), await aSink()];
  const fallback = await aConnection(own, other.port);
  const first = await aConnection(own, refusing.port, { fallback: [fallback.id] });
  const to = anEmail();
  const { relayed, send } = await mailsOf(own, first.id);
  expect(await send(to)).toMatchObject({ outcome: "sent" });
  expect([other.takenFor([to]), relayed]).toEqual([[to], []]);
  expect(await connectionOf(own, first)).toMatchObject({ state: "failing", sentToday: 0 });
});

it("hands over nothing while no connection takes it, or the limit of the day is used up", async () => {
  const own = await companyWithConnections();
  const [refusing, other] = [await aSink({ refusedSignIns: 1 }), await aSink()];
  const paused = await mailsOf(own, (await aConnection(own, refusing.port)).id);
  expect(await paused.send(anEmail())).toMatchObject({ outcome: "refused", kind: "temporary", stage: "auth" });
  await expect(paused.send(anEmail())).rejects.toThrow(ConnectionNotReady);
  const limited = await mailsOf(own, (await aConnection(own, other.port, { limits: { perDay: 1, perSecond: 1 } })).id);
  expect(await limited.send(anEmail())).toMatchObject({ outcome: "sent" });
  await expect(limited.send(anEmail())).rejects.toThrow(ConnectionNotReady);
  expect([paused.relayed, limited.relayed, other.sink.accepted.length]).toEqual([[], [], 1]);
});
