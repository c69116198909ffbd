import { once } from "node:events";
import { readFileSync } from "node:fs";
import net from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import { databaseUrl, copyTemplate } from "../../../tests/harness/servers/database.ts";
import { connect } from "../client.ts";

const fixture = (name: string) => fileURLToPath(new URL(`../../../tests/fixtures/tls/${name}`, import.meta.url));
const rootCert = fixture("localhost-cert.pem");

const servers: net.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Terminates TLS in front of the embedded server, or declines it; counts both kinds of connections. */
async function aProxy(offersTls: boolean) {
  const target = new URL(databaseUrl(await copyTemplate()));
  const upstreamPort = Number(target.port);
  const secureContext = createSecureContext({
    cert: readFileSync(rootCert),
    key: readFileSync(fixture("localhost-key.pem")),
  });
  const count = { tls: 0, plain: 0 };
  const pipeTo = (client: net.Socket, first?: Buffer) => {
    const upstream = net.connect(upstreamPort, "127.0.0.1");
    for (const socket of [client, upstream]) socket.on("error", () => undefined);
    if (first !== undefined) upstream.write(first);
    client.pipe(upstream).pipe(client);
  };
  const server = net.createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", (first: Buffer) => {
      // SSLRequest, see the protocol of PostgreSQL.
      if (first.length !== 8 || first.readInt32BE(4) !== 80_877_103) {
        count.plain += 1;
        pipeTo(socket, first);
      } else if (offersTls) {
        socket.write("S");
        const secure = new TLSSocket(socket, { isServer: true, secureContext });
        secure.on("error", () => undefined).once("secure", () => (count.tls += 1));
        pipeTo(secure);
      } else {
        socket.write("N");
        socket.once("data", (next: Buffer) => {
          if (next[0] === 0x16) return socket.destroy();
          count.plain += 1;
          return pipeTo(socket, next);
        });
      }
    });
  });
  servers.push(server.listen(0, "127.0.0.1"));
  await once(server, "listening");
  const address = server.address();
  target.port = String(typeof address === "object" ? address?.port : 0);
  target.searchParams.delete("host");
  return { target, count };
}

async function tryConnecting(target: URL, host: string, settings: Record<string, string>): Promise<string> {
  const url = new URL(target);
  url.hostname = host;
  for (const [name, value] of Object.entries(settings)) url.searchParams.set(name, value);
  const sql = connect(url.href, { max: 1 });
  try {
    await sql`select 1`;
    return "connected";
  } catch {
    return "refused";
  } finally {
    await sql.end({ timeout: 1 });
  }
}

it.each<[string, Record<string, string>, string, { tls: number; plain: number }]>([
  ["localhost", {}, "connected", { tls: 0, plain: 1 }],
  ["localhost", { sslmode: "disable" }, "connected", { tls: 0, plain: 1 }],
  ["localhost", { sslmode: "prefer" }, "connected", { tls: 1, plain: 0 }],
  ["localhost", { sslmode: "require" }, "connected", { tls: 1, plain: 0 }],
  ["localhost", { sslmode: "verify-ca", sslrootcert: rootCert }, "connected", { tls: 1, plain: 0 }],
  ["127.0.0.1", { sslmode: "verify-ca", sslrootcert: rootCert }, "connected", { tls: 1, plain: 0 }],
  ["localhost", { sslmode: "verify-full", sslrootcert: rootCert }, "connected", { tls: 1, plain: 0 }],
])("%s with %j is %s", async (host, settings, outcome, connections) => {
  const { target, count } = await aProxy(true);
  expect(await tryConnecting(target, host, settings)).toBe(outcome);
  expect(count).toEqual(connections);
});

it.each<[string, Record<string, string>]>([
  ["localhost", { sslmode: "verify-ca" }],
  ["localhost", { sslmode: "verify-full" }],
  ["localhost", { sslrootcert: "system" }],
  ["127.0.0.1", { sslmode: "verify-full", sslrootcert: rootCert }],
])("%s with %j refuses a certificate that it cannot verify", async (host, settings) => {
  const { target } = await aProxy(true);
  expect(await tryConnecting(target, host, settings)).toBe("refused");
});

it("never falls back to plain text except with prefer", async () => {
  const { target, count } = await aProxy(false);
  for (const sslmode of ["require", "verify-ca", "verify-full"]) {
    expect(await tryConnecting(target, "localhost", { sslmode })).toBe("refused");
  }
  expect(count).toEqual({ tls: 0, plain: 0 });
  expect(await tryConnecting(target, "localhost", { sslmode: "prefer" })).toBe("connected");
  expect(count).toEqual({ tls: 0, plain: 1 });
});
