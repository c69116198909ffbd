import { createServer, type Server, type Socket } from "node:net";

/** The outcome of a message at the relay; `at` is on the clock of the test. */
export type AcceptedMessage = {
  readonly to: string;
  readonly messageId: string;
  readonly at: number;
  /** Postmark's header, if there is one. */
  readonly stream: string | undefined;
};

export type RelayFaults = {
  /** Shares of messages with each kind of failure, 0 to 1. */
  readonly busy: number;
  readonly dropped: number;
  readonly droppedAfterEnd: number;
  /** Share of refused sign-ins; a sink that is asked for none knows no users. */
  readonly refusedSignIns?: number;
  /** Maximum delay of a reply. */
  readonly slowMs: number;
};

export const noFaults: RelayFaults = { busy: 0, dropped: 0, droppedAfterEnd: 0, slowMs: 0 };

/**
 * A relay that records everything it accepted, with configurable failures: busy (421, 450), slow, disconnecting in the
 * middle of a message or after its end without a reply. Completely received messages count as delivered. Every other
 * connection supports chunking.
 */
export class RecordingSink {
  readonly accepted: AcceptedMessage[] = [];
  faults: RelayFaults = noFaults;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #connections = 0;

  constructor() {
    this.#server = createServer({ noDelay: true }, (socket) => this.#converse(socket));
  }

  /** Answers the port, which is any free one by default. */
  async listen(port = 0): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(port, "127.0.0.1", resolve));
    const address = this.#server.address();
    return typeof address === "object" && address !== null ? address.port : port;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #converse(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket)).on("error", () => undefined);
    const happens = (share: number) => Math.random() < share;
    let to = "";
    let message: "until a dot" | number | undefined;
    this.#connections += 1;
    const chunking = this.#connections % 2 === 0 ? "250-CHUNKING\r\n" : "";
    let rest = "";
    let answers: Promise<void> = Promise.resolve();
    const answer = (text: string) => {
      const { slowMs } = this.faults;
      answers = answers.then(async () => {
        if (slowMs > 0) await new Promise((resolve) => setTimeout(resolve, Math.random() * slowMs));
        if (!socket.destroyed) socket.write(`${text}\r\n`);
      });
    };
    const command = (line: string) => {
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === "RSET") to = "";
      if (verb === "EHLO") answer(`250-sink\r\n250-PIPELINING\r\n250-AUTH PLAIN\r\n${chunking}250 ENHANCEDSTATUSCODES`);
      else if (verb === "AUTH")
        answer(happens(this.faults.refusedSignIns ?? 0) ? "535 5.7.8 bad credentials" : "235 2.7.0 ok");
      else if (verb === "RCPT") {
        to = /<([^>]*)>/.exec(line)?.[1] ?? "";
        if (happens(this.faults.busy)) {
          to = "";
          answer("450 4.2.1 busy");
        } else answer("250 2.1.5 ok");
      } else if (verb === "DATA") {
        if (to === "") answer("554 5.5.1 no recipient");
        else {
          message = "until a dot";
          answer("354 go");
        }
      } else if (verb === "BDAT") message = Number(line.split(" ")[1]);
      else answer(verb === "QUIT" ? "221 2.0.0 bye" : "250 2.0.0 ok");
    };
    const end = (text: string) => {
      const stream = /^X-PM-Message-Stream: (.*)$/m.exec(text)?.[1]?.trim();
      const messageId = /^Message-ID: <([^>]+)>/m.exec(text)?.[1] ?? "";
      this.accepted.push({ to, messageId, at: Date.now(), stream });
      to = "";
      if (happens(this.faults.droppedAfterEnd)) socket.destroy();
      else answer("250 2.0.0 taken");
    };
    answer(happens(this.faults.busy) ? "421 4.3.2 too busy" : "220 sink ESMTP");
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      rest += chunk;
      for (;;) {
        if (message !== undefined) {
          if (happens(this.faults.dropped)) return void socket.destroy();
          const isChunk = typeof message === "number";
          const at = isChunk ? Number(message) : rest.indexOf("\r\n.\r\n");
          if (at === -1 || at > rest.length) return;
          if (isChunk && to === "") answer("554 5.5.1 no recipient");
          else end(rest.slice(0, at));
          message = undefined;
          rest = rest.slice(isChunk ? at : at + 5);
          continue;
        }
        const at = rest.indexOf("\r\n");
        if (at === -1) return;
        command(rest.slice(0, at));
        rest = rest.slice(at + 2);
      }
    });
  }
}
