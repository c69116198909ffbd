import { createServer } from "node:net";

/**
 * A minimal SMTP sink that accepts and counts everything. It answers the message `count` with the number of messages
 * and bytes; it costs far less CPU than what is measured.
 */
let messages = 0;
let bytes = 0;
let firstAt = 0;

function count(): string {
  messages += 1;
  if (messages === 1) firstAt = Date.now();
  return "250 2.0.0 ok\r\n";
}

const server = createServer({ noDelay: true }, (socket) => {
  socket.write("220 sink ESMTP\r\n");
  let isData = false;
  let chunk = 0;
  let tail = "";
  socket.setEncoding("latin1");
  socket.on("data", (text: string) => {
    bytes += text.length;
    let rest = tail + text;
    tail = "";
    let answer = "";
    for (;;) {
      if (chunk > 0) {
        const taken = Math.min(chunk, rest.length);
        chunk -= taken;
        rest = rest.slice(taken);
        if (chunk > 0) break;
        answer += count();
        continue;
      }
      if (isData) {
        const end = rest.indexOf("\r\n.\r\n");
        if (end === -1) {
          tail = rest.slice(-4);
          break;
        }
        isData = false;
        answer += count();
        rest = rest.slice(end + 5);
        continue;
      }
      const end = rest.indexOf("\r\n");
      if (end === -1) {
        tail = rest;
        break;
      }
      const verb = rest.slice(0, 4).toUpperCase();
      if (verb === "BDAT") chunk = Number.parseInt(rest.slice(5), 10);
      rest = rest.slice(end + 2);
      if (verb === "EHLO")
        answer += "250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-CHUNKING\r\n250 ENHANCEDSTATUSCODES\r\n";
      else if (verb === "BDAT") continue;
      else if (verb === "DATA") {
        isData = true;
        answer += "354 go\r\n";
      } else answer += verb === "QUIT" ? "221 bye\r\n" : "250 2.0.0 ok\r\n";
    }
    if (answer !== "") socket.write(answer);
  });
  socket.on("error", () => undefined);
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  process.send?.({ url: `http://127.0.0.1:${port}` });
});

process.on("message", () => {
  process.send?.({ count: messages, bytes, firstAt });
  messages = 0;
  bytes = 0;
});
