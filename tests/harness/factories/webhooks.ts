import http, { type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { createDeliverer } from "../../../src/features/webhooks/deliverer.ts";
import { createOutbound, type Outbound } from "../../../src/net/outbound.ts";
import { untilJournalSettled, type TestCompany } from "./company.ts";

export type ReceivedCall = {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  /** The body as it was sent. */
  text: string;
  body: unknown;
};

/** A receiver on loopback. Calls are answered with 200, unless `answer` does something else. */
export type WebhookReceiver = {
  readonly origin: string;
  readonly received: ReceivedCall[];
  answer: (response: ServerResponse, call: ReceivedCall) => void;
  /** The bodies received at a path, in order. */
  bodiesAt(path: string): unknown[];
  reset(): void;
  close(): void;
};

const acceptCall = (response: ServerResponse): void => void response.writeHead(200).end("ok");

export async function aWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedCall[] = [];
  const server = http.createServer((request, response) => {
    const chunks: string[] = [];
    request.setEncoding("utf8").on("data", (chunk: string) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const text = chunks.join("");
      const call = { method, url, headers, text, body: JSON.parse(text) };
      received.push(call);
      receiver.answer(response, call);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const receiver: WebhookReceiver = {
    origin: `http://127.0.0.1:${address === null || typeof address === "string" ? 0 : address.port}`,
    received,
    answer: acceptCall,
    bodiesAt: (path) => received.filter(({ url }) => url === path).map(({ body }) => body),
    reset: () => {
      received.length = 0;
      receiver.answer = acceptCall;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

/** A worker's loop of webhooks; its outbound calls may reach loopback. */
export function aDeliverer({ app, ctx }: TestCompany, outbound: Outbound = createOutbound({ allowPrivate: true })) {
  return createDeliverer({
    db: app.db,
    log: app.log,
    clock: app.services.clock,
    webhookIntervalMs: app.config.webhookIntervalS * 1000,
    contextOf: async (tenantId) => ({ ...ctx, db: app.db.forTenant(tenantId), outbound }),
  });
}

/** One run of the due webhooks. */
export async function runWebhooks(test: TestCompany, outbound?: Outbound): Promise<void> {
  await untilJournalSettled(test.ctx.db);
  await Promise.all(await aDeliverer(test, outbound).startTasks());
}

/** The same when all of them are due again. */
export function runWebhooksAgain(test: TestCompany, outbound?: Outbound): Promise<void> {
  test.clock.advance(30_000);
  return runWebhooks(test, outbound);
}
