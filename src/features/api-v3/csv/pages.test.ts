import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { csvFile } from "./pages.ts";

/** An endless file that counts its pages. */
function endlessFile() {
  const read: number[] = [];
  const file = csvFile("numbers", ["n"], {
    first: 0,
    read: async (after) => {
      read.push(after);
      return { lines: `${after + 1}\r\n`, next: after + 1 };
    },
  });
  return { read, content: Readable.from(file.content, { objectMode: false, highWaterMark: 1 }) };
}

it("reads a page when the client takes it, and none after the client has left", async () => {
  const { read, content } = endlessFile();
  const received: string[] = [];
  for await (const chunk of content) {
    received.push(String(chunk));
    if (received.length === 3) break;
  }
  expect(received).toEqual(["n\r\n", "1\r\n", "2\r\n"]);
  const pages = read.length;
  expect(pages).toBeLessThanOrEqual(4);
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  expect(read).toHaveLength(pages);
});
