import { connect as connectSocket, isIP, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { connect as connectTls, type ConnectionOptions } from "node:tls";
import type { DatabaseTls } from "./tls.ts";

export type SocketTarget = {
  readonly host: string;
  readonly port: number;
  readonly path?: string;
  readonly ssl?: DatabaseTls;
};

export const lostConnection = (text: string): Error => Object.assign(new Error(text), { code: "CONNECTION_CLOSED" });

const closedByServer = () => lostConnection("the server closed the connection");

/** A stream for a connection that cannot be opened: the client leaves a place of its pool unusable when there is none. */
export const failedSocket = (error: Error): Duplex =>
  new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done(error) });

/**
 * The client tries for ever to open a connection that the server ends in order, and a page of a cursor or a COPY ends as if
 * it were whole: every end that the server decides is an error.
 */
function failAtEnd<Stream extends Duplex>(stream: Stream): Stream {
  return stream.once("end", () => stream.destroy(closedByServer()));
}

export function openSocket(target: SocketTarget, timeoutMs: number): Duplex | Promise<Duplex> {
  const socket = target.path === undefined ? connectSocket(target.port, target.host) : connectSocket(target.path);
  if (target.ssl === undefined || target.ssl === false) return failAtEnd(socket);
  return secure(socket, target.ssl, { host: target.host, timeoutMs }).catch((error: unknown) => {
    socket.destroy();
    return failedSocket(error instanceof Error ? error : lostConnection(String(error)));
  });
}

type Handshake = { readonly host: string; readonly timeoutMs: number };

/** Length and code of the message with which a client asks for TLS. */
const tlsRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

async function secure(
  socket: Socket,
  ssl: Exclude<DatabaseTls, false>,
  { host, timeoutMs }: Handshake,
): Promise<Duplex> {
  const timer = setTimeout(() => {
    socket.destroy(Object.assign(new Error("the database does not answer"), { code: "CONNECT_TIMEOUT" }));
  }, timeoutMs);
  try {
    socket.write(tlsRequest);
    const isOffered = (await firstByte(socket)) === "S";
    if (!isOffered && ssl === "prefer") return failAtEnd(socket);
    if (!isOffered) throw Object.assign(new Error("the database does not offer TLS"), { code: "ECONNREFUSED" });
    const options: ConnectionOptions = ssl === "prefer" ? { rejectUnauthorized: false } : ssl;
    const secured = connectTls({ socket, ...(isIP(host) === 0 ? { servername: host } : {}), ...options });
    await handshakeEnd(secured);
    return failAtEnd(secured);
  } finally {
    clearTimeout(timer);
  }
}

const handshakeEnd = (stream: Duplex): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (error?: unknown) => {
      reject(error instanceof Error ? error : closedByServer());
    };
    stream.once("error", fail).once("close", fail);
    stream.once("secureConnect", () => {
      stream.off("error", fail).off("close", fail);
      resolve();
    });
  });

const firstByte = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    const fail = (error?: Error) => reject(error ?? closedByServer());
    socket.once("error", fail).once("end", fail);
    socket.once("data", (chunk) => {
      socket.off("error", fail).off("end", fail);
      // More bytes would not be protected.
      if (chunk.length === 1) resolve(chunk.toString("latin1"));
      else reject(lostConnection("the database answered more than whether it offers TLS"));
    });
  });
