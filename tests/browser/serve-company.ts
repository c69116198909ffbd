import { company, testApp, type TestCompany } from "../harness/factories/company.ts";
import { freePort } from "../harness/servers/free-port.ts";

type Listening = { readonly port: string; readonly origin: string };

export type ServedCompany = { readonly own: TestCompany; readonly origin: string };

const listening = new Map<string, Promise<Listening>>();

/** A new company on the server of this test worker, one per configuration: composing a server takes seconds. */
export async function serveCompany(env: Record<string, string> = {}): Promise<ServedCompany> {
  const key = JSON.stringify(env);
  const started = listening.get(key) ?? listen(env);
  listening.set(key, started);
  const { port, origin } = await started;
  return { own: await company({ ...env, PORT: port }), origin };
}

/** The port is chosen first, because addresses in pages and e-mails contain it. */
async function listen(env: Record<string, string>): Promise<Listening> {
  const port = await freePort();
  const { server } = await testApp({ ...env, PORT: String(port) });
  return { port: String(port), origin: await server.listen({ port, host: "127.0.0.1" }) };
}
