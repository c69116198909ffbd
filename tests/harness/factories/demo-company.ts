import type { FastifyInstance } from "fastify";
import { singleRow } from "../../../src/db/rows.ts";
import { openPool } from "../../../src/db/tenant.ts";
import type { App } from "../../../src/composition/app.ts";
import { createEndpointLoop } from "../../../src/features/webhook-endpoints/sending/loop.ts";
import { OutboundError } from "../../../src/net/outbound.ts";
import { createDemo, type Demo } from "../../../src/demo/demo.ts";
import { minutes } from "../../../src/kernel/local-time.ts";
import { asNode } from "../../../src/surfaces/docs/shape.ts";
import { request } from "../servers/api-client.ts";
import { copyTemplate, databaseUrls } from "../servers/database.ts";
import { composeOn, runActionsFor, testWorker, untilJournalSettled } from "./company.ts";

export type DemoServer = Demo & {
  readonly server: FastifyInstance;
  /** The headers of a new session of the demo person. */
  signIn(): Promise<Record<string, string>>;
  /** Runs the company's queued actions and calls its webhook endpoints, as a worker would; some minutes pass. */
  nextPhase(): Promise<void>;
  close(): Promise<void>;
};

/** Calls that reach nobody. */
async function callEndpoints(app: App, tenantId: string): Promise<void> {
  await untilJournalSettled(app.db.forTenant(tenantId));
  const worker = testWorker(app);
  const open = () => Promise.reject(new OutboundError("connection"));
  const contextOf = async (id: string) => {
    const ctx = await worker.contextOf(id);
    return { ...ctx, outbound: { ...ctx.outbound, open } };
  };
  await Promise.all(await createEndpointLoop({ ...worker, contextOf }).startTasks());
}

/** The service after its first start: a database of its own with the demo company. */
export async function demoServer(): Promise<DemoServer> {
  const { applicationUrl: url } = databaseUrls(await copyTemplate("template_few_partitions"));
  const db = openPool(url, 10);
  const { app, server, clock } = await composeOn({ url, db });
  const demo = await createDemo(db, app.services);
  if (demo === undefined) throw new Error("the demo company was not created");
  const { tenantId } = singleRow(await db.sql<{ tenantId: string }[]>`select tenant_id from company`);
  return {
    ...demo,
    server,
    signIn: async () => {
      const { body, headers } = await request(server, {
        method: "POST",
        url: "/api/v1/session",
        headers: { "content-type": "application/json" },
        payload: JSON.stringify({ email: demo.email, password: demo.password }),
      });
      const [cookie = ""] = String(headers["set-cookie"]).split(";");
      return { cookie, "x-csrf-token": String(asNode(body)["csrfToken"]) };
    },
    nextPhase: async () => {
      clock.advance(minutes(5));
      await runActionsFor(app, tenantId);
      await callEndpoints(app, tenantId);
    },
    close: async () => {
      await server.close();
      await db.close();
    },
  };
}
