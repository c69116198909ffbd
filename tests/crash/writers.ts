import { setTimeout as delay } from "node:timers/promises";
import { Type } from "typebox";
import { Value } from "typebox/value";
import { isTimeout, type Answer, type Api } from "./api.ts";

export type Acknowledged = { id: string; email: string };

/** What clients know: what they tried, what was acknowledged, and unexpected responses. */
export type WriteLog = {
  attempted: Set<string>;
  acknowledged: Acknowledged[];
  /** Contacts whose unsubscription was acknowledged. */
  unsubscribed: Set<string>;
  unexpectedAnswers: { status: number; body: unknown }[];
};

export type Writers = { written: WriteLog; stop(): Promise<void> };

const Created = Type.Object({ id: Type.String(), email: Type.String() });

let series = 0;

/** Clients that add one contact after another, each on its own connection, and continue while the server is down. */
export function startWriters(api: Api, connections: number): Writers {
  const written: WriteLog = { attempted: new Set(), acknowledged: [], unsubscribed: new Set(), unexpectedAnswers: [] };
  const stopping = new AbortController();
  series += 1;
  const prefix = `writer${series}`;

  /** Undefined when the service answered 503. */
  function bodyOf({ status, body }: Answer, expected: number): unknown {
    if (status === expected) return body;
    if (status !== 503) written.unexpectedAnswers.push({ status, body });
    return undefined;
  }

  async function write(email: string): Promise<Acknowledged | undefined> {
    written.attempted.add(email);
    const body = bodyOf(await api.addContact(email), 201);
    if (body === undefined) return undefined;
    const created = Value.Parse(Created, body);
    written.acknowledged.push(created);
    return created;
  }

  /** A write of many statements in one transaction. */
  async function unsubscribe({ id }: Acknowledged): Promise<void> {
    const answer = await api.call(`/contacts/${id}/unsubscribe`, { method: "POST", body: {} });
    if (bodyOf(answer, 200) !== undefined) written.unsubscribed.add(id);
  }

  async function keepWriting(writer: number): Promise<void> {
    for (let n = 0; !stopping.signal.aborted; n += 1) {
      try {
        const contact = await write(`${prefix}.${writer}.${n}@example.com`);
        if (contact !== undefined && n % 2 === 0) await unsubscribe(contact);
      } catch (error) {
        if (isTimeout(error)) written.unexpectedAnswers.push({ status: 0, body: "no answer" });
        // Refused or disconnected: the client never learns whether its contact was stored.
        else if (!(error instanceof TypeError)) throw error;
        await delay(20);
      }
    }
  }

  const running = Promise.all(Array.from({ length: connections }, (_, writer) => keepWriting(writer)));
  return {
    written,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
