import net from "node:net";

export type LoadResult = {
  requests: number;
  seconds: number;
  perSecond: number;
  statuses: Record<string, number>;
  p50Ms: number;
  p95Ms: number;
  /** When the first and the last response arrived, on the clock of `performance.now()`. */
  firstAt: number;
  lastAt: number;
};
export type LoadRequest = { method: string; path: string; headers: Record<string, string>; body?: string };

/**
 * Keep-alive connections that send the next request right after each response; raw sockets, so that the client costs
 * little.
 */
export async function load(
  port: number,
  options: { connections: number; seconds: number },
  next: (index: number) => LoadRequest,
): Promise<LoadResult> {
  const statuses: Record<string, number> = {};
  const times: number[] = [];
  let index = 0;
  let firstAt: number | undefined;
  let lastAt = 0;
  const startedAt = performance.now();
  const deadline = startedAt + options.seconds * 1000;
  const connection = () =>
    new Promise<void>((resolve, reject) => {
      const socket = net.connect({ port, host: "127.0.0.1", noDelay: true });
      let received = "";
      let sentAt = 0;
      const ask = () => {
        if (performance.now() >= deadline) {
          socket.end();
          resolve();
          return;
        }
        sentAt = performance.now();
        socket.write(encode(next(index++)));
      };
      socket.setEncoding("latin1");
      socket.on("connect", ask);
      socket.on("error", reject);
      socket.on("data", (chunk: string) => {
        received += chunk;
        const status = completeStatus(received);
        if (status === undefined) return;
        received = "";
        statuses[status] = (statuses[status] ?? 0) + 1;
        lastAt = performance.now();
        firstAt ??= lastAt;
        times.push(lastAt - sentAt);
        ask();
      });
    });
  await Promise.all(Array.from({ length: options.connections }, connection));
  const seconds = (performance.now() - startedAt) / 1000;
  times.sort((left, right) => left - right);
  const at = (share: number) => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(2));
  return {
    requests: times.length,
    seconds,
    perSecond: Math.round(times.length / seconds),
    statuses,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    firstAt: firstAt ?? startedAt,
    lastAt,
  };
}

function encode({ method, path, headers, body = "" }: LoadRequest): string {
  const lines = Object.entries({ Host: "127.0.0.1", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = method === "GET" ? "" : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}${length}\r\n${body}`;
}

function completeStatus(text: string): string | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const length = /content-length: (\d+)/i.exec(text.slice(0, end));
  if (length === null || text.length < end + 4 + Number(length[1])) return undefined;
  return text.slice(9, 12);
}
