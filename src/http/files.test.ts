import Fastify from "fastify";
import { expect, it } from "vitest";
import type { FileBody } from "../kernel/file.ts";
import { sendFile } from "./files.ts";

async function* bytes(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

const answerOf = (body: unknown) =>
  Fastify()
    .get("/", async (_request, reply) => sendFile(reply, "text/csv", body))
    .inject({ method: "GET", url: "/" });

it("sends a file as an attachment of its type", async () => {
  const file: FileBody = { name: "a.csv", size: 4, content: bytes("ab", "cd") };
  const { body, headers } = await answerOf(file);
  expect(body).toBe("abcd");
  expect(headers).toMatchObject({
    "content-type": "text/csv",
    "content-disposition": `attachment; filename="a.csv"; filename*=UTF-8''a.csv`,
    "content-length": "4",
  });
});

it("allows the file to set its type and omit its size", async () => {
  const { body, headers } = await answerOf({ name: "a.svg", mediaType: "image/svg+xml", content: bytes("<svg/>") });
  expect([body, headers["content-type"], headers["content-length"]]).toEqual(["<svg/>", "image/svg+xml", undefined]);
});

it("aborts when the file ends before its size", async () => {
  await expect(answerOf({ name: "a.csv", size: 4, content: bytes("ab") })).rejects.toThrow();
});

it("fails when the response is not a file", async () => {
  expect((await answerOf({ rows: 1 })).statusCode).toBe(500);
});
