import { Type, type Static } from "typebox";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isFull } from "../harness/scope.ts";
import { MailingProduct, type KillTarget } from "./mailing-product.ts";
import { cleanUp, waitFor, waitUntil } from "./product.ts";

const batchSize = 50;
const batches = isFull ? 60 : 8;
const killEvery = 2;
const leavingPerBatch = 4;
const timeoutMs = isFull ? 900_000 : 180_000;
/** A message that was claimed before an unsubscription may still leave within this time. */
const claimedMs = 2000;

let mailing: MailingProduct;

beforeAll(async () => {
  mailing = await MailingProduct.start();
}, 120_000);

afterAll(async () => {
  await cleanUp();
  await mailing.sink.close();
});

/** Repeats a request that a killed process did not answer. */
const acknowledged = (path: string, body: unknown) =>
  waitFor(() => mailing.ok(path, body).catch(() => undefined), 60_000);

async function anActiveAutomation(listId: string): Promise<string> {
  const template = await mailing.ok("/templates", { name: "T", html: "<p>Hello {{df_name}}</p>" });
  const email = { senderId: mailing.company.senderId, subject: "Hello", templateId: template["id"] };
  const nodes = [
    { id: "t", type: "list_added", config: { listIds: [listId] } },
    { id: "first", type: "email", config: email },
    { id: "field", type: "set_field", config: { field: "city", value: "Praha" } },
    { id: "second", type: "email", config: email },
    { id: "goal", type: "goal", config: { name: "both" } },
    { id: "end", type: "end", config: {} },
  ];
  const edges = nodes.slice(1).map(({ id }, index) => ({
    id: `e${index}`,
    from: nodes[index]?.id,
    output: "next",
    to: id,
  }));
  const body = { name: "Welcome", shopId: mailing.company.shopId, graph: { nodes, edges } };
  const { id } = await mailing.ok("/automations", body);
  await mailing.ok(`/automations/${String(id)}/activate`, {});
  return String(id);
}

type Person = { readonly id: string; readonly email: string };

async function createContacts(count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let n = 0; n < count; n += 1) {
    const email = `a${n}@example${n % 7}.com`;
    const fields = { email, shopId: mailing.company.shopId, purposeId: mailing.company.purposeId };
    const made = await mailing.ok("/contacts", { ...fields, consentConfirmed: true });
    people.push({ id: String(made["id"]), email });
  }
  return people;
}

const Counts = Type.Object({
  entered: Type.Integer(),
  active: Type.Integer(),
  nodes: Type.Record(Type.String(), Type.Object({ passed: Type.Integer() })),
});

const EmailNumbers = Type.Object({
  node: Type.String(),
  sent: Type.Integer(),
  skipped: Type.Integer(),
  unknown: Type.Integer(),
});
const Numbers = Type.Object({ emails: Type.Array(EmailNumbers) });

it(
  "sends each e-mail of a run once while processes are killed, and nothing to those who leave",
  async () => {
    const listId = await mailing.aList("Automation");
    const id = await anActiveAutomation(listId);
    const targets: KillTarget[] = ["worker", "database", "serve", "everything"];
    const leftAt = new Map<string, number>();
    let entered = 0;
    const people = await createContacts(batches * batchSize);
    for (let batch = 0; batch < batches; batch += 1) {
      const contacts = people.slice(batch * batchSize, (batch + 1) * batchSize);
      await acknowledged(`/lists/${listId}/members`, { contactIds: contacts.map((one) => one.id) });
      entered += contacts.length;
      if (batch % killEvery === 1)
        await mailing.kill(targets[Math.floor(batch / killEvery) % targets.length] ?? "worker");
      for (const leaving of contacts.slice(0, leavingPerBatch)) {
        await acknowledged(`/contacts/${leaving.id}/unsubscribe`, {});
        leftAt.set(leaving.email, Date.now());
      }
    }
    const counts = () => mailing.api.read(`/automations/${id}/counts`, Counts).catch(() => undefined);
    await waitUntil(async () => {
      const now = await counts();
      return now?.entered === entered && now.active === 0;
    }, timeoutMs);
    const { nodes } = await waitFor(counts);
    const passed = ["first", "field", "second", "goal"].map((node) => nodes[node]?.passed ?? 0);
    // Whoever unsubscribes leaves the series, unless the run is already at its end.
    expect(passed).toEqual(passed.toSorted((a, b) => b - a));
    expect(passed[0]).toBeLessThanOrEqual(entered);
    expect(passed.at(-1)).toBeGreaterThanOrEqual(entered - leftAt.size);
    const numbers = () => mailing.api.read(`/automations/${id}/report`, Numbers);
    const isDone = ({ node, sent, skipped, unknown }: Static<typeof EmailNumbers>) =>
      sent + skipped + unknown === nodes[node]?.passed;
    await waitUntil(async () => (await numbers()).emails.every(isDone), timeoutMs);
    const { accepted } = mailing.sink;
    expect(new Set(accepted.map(({ messageId }) => messageId)).size).toBe(accepted.length);
    const late = accepted.filter(({ to, at }) => at > (leftAt.get(to) ?? Infinity) + claimedMs);
    expect(late).toEqual([]);
    const { emails } = await numbers();
    const sum = (pick: "sent" | "unknown") => emails.reduce((all, one) => all + one[pick], 0);
    expect(accepted.length).toBeGreaterThanOrEqual(sum("sent"));
    expect(accepted.length).toBeLessThanOrEqual(sum("sent") + sum("unknown"));
    expect(sum("unknown")).toBeLessThan(accepted.length / 2);
  },
  timeoutMs * 2,
);
