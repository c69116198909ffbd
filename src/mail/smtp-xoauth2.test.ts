import type { Socket } from "node:net";
import { expect, it } from "vitest";
import { rawServers } from "../../tests/harness/servers/raw-servers.ts";
import { SmtpError } from "./outcome.ts";
import { checkServer } from "./smtp-check.ts";
import type { SmtpTarget } from "./smtp-url.ts";

const { open } = rawServers();

/** A server that accepts this token and explains a refusal in a challenge, as Google and Microsoft do. */
const aServer = (token: string, seen: string[] = []) =>
  open((socket: Socket) => {
    socket.write("220 server ESMTP\r\n");
    socket.setEncoding("utf8").on("data", (text: string) => {
      for (const line of text.split("\r\n").slice(0, -1)) {
        seen.push(line);
        if (line.startsWith("EHLO"))
          socket.write("250-server\r\n250-AUTH XOAUTH2\r\n250-PIPELINING\r\n250-CHUNKING\r\n250 SIZE 36700160\r\n");
        else if (line.startsWith("AUTH XOAUTH2")) {
          const given = Buffer.from(line.slice("AUTH XOAUTH2 ".length), "base64").toString();
          const isRight = given === `user=shop@example.com\u0001auth=Bearer ${token}\u0001\u0001`;
          socket.write(isRight ? "235 2.7.0 accepted\r\n" : "334 eyJzdGF0dXMiOiI0MDEifQ==\r\n");
        } else if (line === "") socket.write("535 5.7.3 authentication unsuccessful\r\n");
        else socket.write("221 bye\r\n");
      }
    });
  });

const targetAt = (port: number, accessToken: () => Promise<string>, rejected = () => {}): SmtpTarget => ({
  host: "mail.example",
  port,
  tls: "never",
  rejectUnauthorized: undefined,
  credentials: { user: "shop@example.com", accessToken, rejected },
  isChunking: true,
  resolveHost: async () => ["127.0.0.1"],
});

it("signs in with an access token, and says what the server offers", async () => {
  const port = await aServer("valid");
  expect(await checkServer(targetAt(port, async () => "valid"))).toEqual({
    isEncrypted: false,
    startTls: false,
    pipelining: true,
    chunking: true,
    maxBytes: 36_700_160,
  });
});

it("answers the challenge of a refusal and reports the refused token", async () => {
  const seen: string[] = [];
  let rejected = 0;
  const port = await aServer("valid", seen);
  const target = targetAt(
    port,
    async () => "old",
    () => (rejected += 1),
  );
  const failure = await checkServer(target).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SmtpError);
  expect(failure).toMatchObject({ stage: "auth", code: 535, enhanced: "5.7.3" });
  expect([rejected, seen.at(-1)]).toEqual([1, ""]);
});

it("opens connections only to the given addresses", async () => {
  const port = await aServer("valid");
  const refuse = async () => {
    throw new SmtpError("connect", "the address of the host is not allowed");
  };
  const failure = await checkServer({ ...targetAt(port, async () => "valid"), resolveHost: refuse }).catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ stage: "connect", code: 0, message: "the address of the host is not allowed" });
});
