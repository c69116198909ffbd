import type { FastifyInstance } from "fastify";
import { Value } from "typebox/value";
import type { Context } from "../../../src/context.ts";
import type { SendOutcome } from "../../../src/mail/outcome.ts";
import type { MailSender } from "../../../src/mail/permit.ts";
import type { Transport } from "../../../src/mail/transport.ts";
import { getMember } from "../../../src/features/members/queries.ts";
import { Session } from "../../../src/features/members/shapes.ts";

/** The password of every company's first administrator. */
export const password = "correct horse battery";

type CompanyAccess = { server: FastifyInstance; ctx: Context; member: string };

/** Request headers of a signed-in browser. */
export async function signInHeaders(server: FastifyInstance, email: string, secret = password) {
  const answer = await server.inject({
    method: "POST",
    url: "/api/v1/session",
    payload: { email, password: secret },
  });
  if (answer.statusCode !== 200) throw new Error(`sign-in answered ${answer.statusCode} ${answer.body}`);
  const { csrfToken } = Value.Parse(Session, answer.json());
  return { cookie: cookieOf(answer.headers["set-cookie"]), "x-csrf-token": csrfToken };
}

export const adminEmail = async ({ ctx, member }: CompanyAccess) => (await getMember(ctx.db, member)).email;

export const adminHeaders = async (company: CompanyAccess) => signInHeaders(company.server, await adminEmail(company));

/** The cookie header that a browser would send back. */
export const cookieOf = (setCookie: unknown): string => String(setCookie).split(";")[0] ?? "";

export type CapturedMail = { sender: MailSender; from: string; to: string; raw: string; token: string };

/** A transport that stores messages and answers as configured. */
export function captureMail(answers: SendOutcome[] = []) {
  const caught: CapturedMail[] = [];
  const transport: Transport = {
    mode: "folder",
    send: async ({ permit, envelope, raw }) => {
      const text = decodeBodies(raw.toString());
      caught.push({
        sender: permit.sender,
        from: envelope.from,
        to: envelope.to,
        raw: text,
        token: /\/([A-Za-z0-9_-]{43})\b/.exec(text)?.[1] ?? "",
      });
      return answers.shift() ?? { outcome: "sent", response: "" };
    },
    close: async () => undefined,
  };
  return { caught, transport };
}

function decodeBodies(raw: string): string {
  const decoded = raw.replaceAll(/(?<=base64\r\n\r\n)[\w+/=\r\n]+/g, (body) => Buffer.from(body, "base64").toString());
  return decoded
    .replaceAll("=\r\n", "")
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("=", ""), "hex").toString());
}
