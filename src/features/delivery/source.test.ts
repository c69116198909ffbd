import { expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anEngine } from "../../../tests/harness/factories/sending-campaigns.ts";
import type { Context } from "../../context.ts";
import { node } from "../../db/sql-node.ts";
import { prepareMessage } from "../../mail/render/message.ts";
import { noLinks, noSignature } from "../../mail/render/values.ts";
import { returnPathKey } from "../../mail/verp.ts";
import { NotSendable, type MessageSource, type PauseCause, type SourceRef } from "../../message-source.ts";
import { blockReason } from "../contacts/gate.sql.ts";
import { enqueueMessages } from "./enqueue.queries.ts";
import { aPlan } from "../../../tests/harness/factories/compiled-plans.ts";

type Paused = SourceRef & PauseCause;

/** A source independent of campaigns: its batches are sent until `pause` postpones them for ever. */
function aTransactionalSource(subject: string | undefined): MessageSource & { readonly paused: Paused[] } {
  const paused: Paused[] = [];
  return {
    paused,
    kind: "transactional",
    sending: node`
      select distinct b.tenant_id, b.source_id, b.variant_id from send_batch b
      where b.source_kind = 'transactional' and b.due_at < 'infinity'`,
    compile: async (ctx, _ref, returnPathHost) => {
      if (subject === undefined) throw new NotSendable("content");
      const plan = aPlan({ subject, preheader: "", html: "<p>Your order is on its way.</p>", text: null });
      const frame = { from: { address: "orders@example.org", name: "Orders" } };
      return {
        plan,
        frame,
        prepared: prepareMessage(plan, frame),
        contactColumns: ["email", "first_name", "last_name"],
        isPostmark: false,
        sender: { id: "0", domain: "example.org", warmingSince: null },
        signer: undefined,
        returnPathKey: returnPathKey(ctx.company.fingerprintKey),
        returnPathHost,
        skipReason: async ({ db, clock }) =>
          blockReason({ tenant: node`${db.tenantId}`, purposeId: null, now: clock.now() }),
        valuesFor: (contact, today) => ({
          contact,
          company: { name: "Company" },
          shop: null,
          fields: [],
          links: noLinks,
          coupons: {},
          blocks: {},
          signature: noSignature,
          token: "",
          today,
        }),
      };
    },
    pause: async ({ db }, { tenantId, kind, sourceId, variantId }, cause) => {
      paused.push({ tenantId, kind, sourceId, variantId, ...cause });
      await db.sql`
        update send_batch set due_at = 'infinity' where tenant_id = ${db.tenantId} and source_id = ${sourceId}`;
    },
    advance: async () => false,
    cleanUp: async () => undefined,
  };
}

/** Messages of a new source to all contacts of the company. The id comes from the sequence that all sources share. */
async function enqueueToEverybody({ db, clock }: Context): Promise<string> {
  const [row] = await db.sql<{ id: string }[]>`select nextval(pg_get_serial_sequence('campaign', 'id')) as id`;
  const sourceId = row?.id ?? "";
  await enqueueMessages(db, {
    kind: "transactional",
    sourceId,
    chosen: node`
      select c.id, null::bigint as list_id, split_part(c.email, '@', 2) as domain, ${sourceId}::bigint as variant_id,
        ${clock.now()}::timestamptz as due_at
      from contact c where c.tenant_id = ${db.tenantId} order by c.id`,
    isUniform: true,
    cancelledVariants: [],
  });
  return sourceId;
}

async function twoContacts(test: TestCompany) {
  const { id: listId } = await test.aList();
  const first = await test.aContact({ email: anEmail(), listIds: [listId], firstName: "Jana" });
  const second = await test.aContact({ email: anEmail(), listIds: [listId] });
  return { first, second };
}

const messagesOf = ({ ctx: { db } }: TestCompany, sourceId: string) => db.sql<{ contactId: string }[]>`
  select contact_id, state, reason from message where tenant_id = ${db.tenantId} and source_id = ${sourceId}
  order by contact_id`;

it("delivers the messages of a source that is not a campaign", async () => {
  const test = await company();
  const { first, second } = await twoContacts(test);
  const sourceId = await enqueueToEverybody(test.ctx);
  const { run, taken } = anEngine(test, undefined, [aTransactionalSource("Order for {{df_name}}")]);
  await run();
  expect(taken.map(({ envelope }) => envelope.to)).toEqual([first.email, second.email]);
  expect(taken[0]?.raw.toString()).toContain("Subject: Order for Jana\r\n");
  expect(await messagesOf(test, sourceId)).toEqual([
    { contactId: first.id, state: "sent", reason: null },
    { contactId: second.id, state: "sent", reason: null },
  ]);
  const { sql, tenantId } = test.ctx.db;
  expect(await sql`select from send_batch where tenant_id = ${tenantId} and source_id = ${sourceId}`).toHaveLength(0);
});

it("evaluates the skip reason of the source when messages are claimed", async () => {
  const test = await company();
  const { first, second } = await twoContacts(test);
  const sourceId = await enqueueToEverybody(test.ctx);
  await test.api.ok("unsubscribeContact", { params: { id: first.id }, body: {} });
  const { run, taken } = anEngine(test, undefined, [aTransactionalSource("Order")]);
  await run();
  expect(taken.map(({ envelope }) => envelope.to)).toEqual([second.email]);
  expect(await messagesOf(test, sourceId)).toEqual([
    { contactId: first.id, state: "skipped", reason: "unsubscribed" },
    { contactId: second.id, state: "sent", reason: null },
  ]);
});

it("pauses a source that is not sendable and keeps its messages", async () => {
  const test = await company();
  const { first, second } = await twoContacts(test);
  const sourceId = await enqueueToEverybody(test.ctx);
  const source = aTransactionalSource(undefined);
  const { run, taken } = anEngine(test, undefined, [source]);
  await run();
  const ref = { tenantId: test.tenantId, kind: "transactional", sourceId, variantId: sourceId };
  expect(source.paused).toEqual([{ ...ref, reason: "content" }]);
  expect(taken).toEqual([]);
  expect(await messagesOf(test, sourceId)).toEqual([
    { contactId: first.id, state: "queued", reason: null },
    { contactId: second.id, state: "queued", reason: null },
  ]);
});

it("retries in batches of the same kind, after a delay of the context's randomness", async () => {
  holdClock();
  const test = await company();
  const { first } = await twoContacts(test);
  const sourceId = await enqueueToEverybody(test.ctx);
  const services = { ...test.app.services, random: () => 0.5 };
  const { run } = anEngine(
    { ...test, app: { ...test.app, services } },
    ({ envelope }) =>
      envelope.to === first.email
        ? {
            outcome: "refused",
            kind: "temporary",
            stage: "rcpt",
            code: 450,
            response: "450 4.2.1 busy",
            enhanced: "4.2.1",
          }
        : { outcome: "sent", response: "250 ok" },
    [aTransactionalSource("Order")],
  );
  const now = test.clock.now();
  await run();
  const { sql, tenantId } = test.ctx.db;
  expect(
    await sql`select source_kind, due_at, size from send_batch where tenant_id = ${tenantId} and source_id = ${sourceId}`,
  ).toEqual([{ sourceKind: "transactional", dueAt: new Date(now.getTime() + 30_000), size: 1 }]);
});
