import { createServer } from "node:net";

/**
 * How several processes listen on one port. Each accepts its connections itself, so that the end of a process resets them at
 * once; a connection that the supervisor hands over to a process which ends at that moment would stay open without an answer.
 * `reuse`: each process has a socket of its own on the port (SO_REUSEPORT), and Linux spreads connections over them.
 * `inherit`: all accept from one socket, which the supervisor opens and passes on without using it.
 */
export type PortSharing = "reuse" | "inherit";

type Runtime = { readonly platform: string; readonly nodeVersion: string };

const thisRuntime: Runtime = { platform: process.platform, nodeVersion: process.versions.node };

/** Node sets SO_REUSEPORT since 22.12 and 23.1. For port 0 each such process would get a port of its own. */
export function portSharingFor(port: number, { platform, nodeVersion }: Runtime = thisRuntime): PortSharing {
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  const isSupported = major > 23 || (major === 23 && minor >= 1) || (major === 22 && minor >= 12);
  return platform === "linux" && isSupported && port !== 0 ? "reuse" : "inherit";
}

/** Throws when another program listens already: with SO_REUSEPORT two installations of one account could share a port. */
export function requireFreePort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  });
}
