import { createServer, type Socket } from "node:net";

/**
 * A relay that answers the end of every message after a latency, each message on its own, as a distant server does. It
 * accepts everything. `RELAY_FEATURES` are its EHLO keywords; the message `{ latencyMs }` sets the latency, any message
 * is answered with what it accepted since the last one.
 */
const features = (process.env["RELAY_FEATURES"] ?? "").split(",").filter((keyword) => keyword !== "");
const ehlo = `${["250-relay", ...features.map((keyword) => `250-${keyword}`), "250 8BITMIME"].join("\r\n")}\r\n`;
let latencyMs = 0;
let messages = 0;
let connections = 0;
let mostConnections = 0;

/** Replies in the order of the commands; a delayed one holds back those behind it. */
function createReplier(socket: Socket) {
  const waiting: { readonly text: string; readonly at: number }[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    const now = performance.now();
    let text = "";
    while (waiting[0] !== undefined && waiting[0].at <= now) text += waiting.shift()?.text ?? "";
    if (text !== "") socket.write(text);
    const [next] = waiting;
    if (next !== undefined) timer = setTimeout(flush, Math.max(0, next.at - now));
  };
  return (text: string, delayMs = 0) => {
    if (delayMs === 0 && waiting.length === 0) {
      socket.write(text);
      return;
    }
    waiting.push({ text, at: performance.now() + delayMs });
    timer ??= setTimeout(flush, delayMs);
  };
}

function converse(socket: Socket) {
  connections += 1;
  mostConnections = Math.max(mostConnections, connections);
  const reply = createReplier(socket);
  let chunk = 0;
  let isData = false;
  let rest = "";
  const accept = () => {
    messages += 1;
    reply("250 2.0.0 ok\r\n", latencyMs);
  };
  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === "BDAT") chunk = Number.parseInt(line.slice(5), 10);
    else if (verb === "EHLO") reply(ehlo);
    else if (verb === "DATA") {
      isData = true;
      reply("354 go\r\n");
    } else reply(verb === "QUIT" ? "221 bye\r\n" : "250 2.0.0 ok\r\n");
  };
  /** Handles what has arrived completely; false when more has to arrive. */
  const step = (): boolean => {
    if (chunk > 0) {
      if (rest.length < chunk) return false;
      rest = rest.slice(chunk);
      chunk = 0;
      accept();
      return true;
    }
    const mark = isData ? "\r\n.\r\n" : "\r\n";
    const end = rest.indexOf(mark);
    if (end === -1) return false;
    const line = rest.slice(0, end);
    rest = rest.slice(end + mark.length);
    if (isData) {
      isData = false;
      accept();
    } else command(line);
    return true;
  };
  reply("220 relay ESMTP\r\n");
  socket.setEncoding("latin1").on("data", (text: string) => {
    rest += text;
    while (step());
  });
  socket.on("close", () => (connections -= 1)).on("error", () => undefined);
}

const server = createServer({ noDelay: true }, converse);
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  process.send?.({ url: `smtp://127.0.0.1:${port}` });
});

process.on("message", (message) => {
  process.send?.({ count: messages, mostConnections });
  if (typeof message === "object" && message !== null && "latencyMs" in message) latencyMs = Number(message.latencyMs);
  messages = 0;
  mostConnections = connections;
});
