import net from "node:net";
import { cpuMs } from "./processes.ts";

const connections = 8;

/** The minimum cost of sending: pipelined commands, one message after another, everything precomputed. */
export async function sendRaw(port: number, message: Buffer, count: number): Promise<{ cpuMs: number; ms: number }> {
  const before = cpuMs([process.pid]);
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: connections }, () => converse(port, message, Math.round(count / connections))),
  );
  return { cpuMs: cpuMs([process.pid]) - before, ms: performance.now() - begun };
}

/** Counts the replies: one to the greeting, five lines to EHLO, then MAIL, RCPT, DATA and the message. */
function converse(port: number, message: Buffer, count: number): Promise<void> {
  const envelope = "MAIL FROM:<b@example.com>\r\nRCPT TO:<a@example.com>\r\nDATA\r\n";
  const body = Buffer.concat([message, Buffer.from("\r\n.\r\n")]);
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: "127.0.0.1", noDelay: true });
    let left = count;
    let lines = 0;
    let next: "greeting" | "ehlo" | "data" | "sent" = "greeting";
    socket.setEncoding("latin1");
    socket.on("error", reject);
    socket.on("data", (chunk: string) => {
      lines += chunk.split("\r\n").length - 1;
      if (next === "greeting") {
        [next, lines] = ["ehlo", 0];
        socket.write("EHLO bench\r\n");
      } else if (next === "data" && lines === 3) {
        [next, lines] = ["sent", 0];
        socket.write(body);
      } else if ((next === "ehlo" && lines === 5) || (next === "sent" && lines === 1)) {
        if (left === 0) {
          socket.end();
          resolve();
          return;
        }
        left -= 1;
        [next, lines] = ["data", 0];
        socket.write(envelope);
      }
    });
  });
}
