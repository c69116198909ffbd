import { createHash, createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { createTransport } from "nodemailer";
import { expect, it } from "vitest";
import { canonicalBody, signMessage } from "../../tests/harness/oracles/dkim.ts";
import { createDkimSigner, InvalidDkimKey } from "./dkim.ts";
import { composeForRecipient, composeSigned, prepareMessage } from "./render/message.ts";
import { mergeValues } from "./render/values.ts";
import { aPlan } from "../../tests/harness/factories/compiled-plans.ts";

const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
const privateKey = pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const signer = createDkimSigner({ domain: "example.com", selector: "s1", privateKey });
const at = new Date("2026-11-15T10:00:00Z");

/** RFC 6376, 3.4.5. */
it.each([
  [" C \r\nD \t E\r\n\r\n\r\n", " C\r\nD E\r\n"],
  ["", ""],
  ["\r\n\r\n", ""],
  ["a", "a\r\n"],
  ["a\t\tb  c \r\n", "a b c\r\n"],
])("canonicalizes %j", (body, expected) => {
  expect(canonicalBody(body)).toBe(expected);
});

/** A verifier written from the RFC, independent of the signer. */
function check(raw: Buffer): { bodyHash: boolean; signature: boolean; tags: Map<string, string> } {
  const message = raw.toString("latin1");
  const end = message.indexOf("\r\n\r\n");
  const fields = message
    .slice(0, end)
    .split(/\r\n(?=[^ \t])/)
    .map((field) => [field.slice(0, field.indexOf(":")).toLowerCase(), field.slice(field.indexOf(":") + 1)] as const);
  const own = fields.find(([name]) => name === "dkim-signature")?.[1] ?? "";
  const tags = new Map(
    own
      .split(";")
      .map(
        (tag) => [tag.slice(0, tag.indexOf("=")).trim(), tag.slice(tag.indexOf("=") + 1).replace(/\s+/g, "")] as const,
      ),
  );
  const relaxed = (value: string) => value.replace(/\s+/g, " ").trim();
  const lines = message
    .slice(end + 4)
    .split("\r\n")
    .map((line) => line.replace(/[ \t]+/g, " ").replace(/ $/, ""));
  while (lines.at(-1) === "") lines.pop();
  const body = lines.map((line) => `${line}\r\n`).join("");
  const pool = [...fields];
  const chosen = (tags.get("h") ?? "").split(":").map((name) => {
    const index = pool.findLastIndex(([each]) => each === name);
    const [field] = index === -1 ? [] : pool.splice(index, 1);
    return field === undefined ? "" : `${name}:${relaxed(field[1])}\r\n`;
  });
  const signed = `${chosen.join("")}dkim-signature:${relaxed(own.replace(/(\sb=)[\s\S]*$/, "$1"))}`;
  return {
    tags,
    bodyHash: createHash("sha256").update(body, "latin1").digest("base64") === tags.get("bh"),
    signature: verify(
      "sha256",
      Buffer.from(signed, "latin1"),
      createPublicKey(pair.publicKey.export({ type: "spki", format: "pem" })),
      Buffer.from(tags.get("b") ?? "", "base64"),
    ),
  };
}

const raw = Buffer.from(
  "From: =?UTF-8?Q?=C5=BD?= <a@example.com>\r\nTo: b@example.org\r\nSubject: Long  subject\r\n with a fold\r\nMessage-ID: <1@example.com>\r\nDate: Sun, 15 Nov 2026 10:00:00 +0000\r\nX-Other: 1\r\n\r\nBody  with \t blanks \r\n\r\nmore\r\n\r\n\r\n",
);

const oversigned = "from:to:subject:date:reply-to:content-type:list-unsubscribe";

it.each(["From: z@example.com", "Reply-To: z@example.com", "Subject: Other", "List-Unsubscribe: <https://z.example/>"])(
  "does not verify with another header before the signature's: %s",
  async (header) => {
    const signed = await signMessage(raw, signer, at);
    expect(check(signed).signature).toBe(true);
    expect(check(Buffer.concat([Buffer.from(`${header}\r\n`), signed])).signature).toBe(false);
  },
);

it("signs so that a stranger can verify it", async () => {
  const signed = await signMessage(raw, signer, at);
  const { tags, bodyHash, signature } = check(signed);
  expect({ bodyHash, signature }).toEqual({ bodyHash: true, signature: true });
  expect(Object.fromEntries([...tags].filter(([name]) => !["b", "bh"].includes(name)))).toEqual({
    v: "1",
    a: "rsa-sha256",
    c: "relaxed/relaxed",
    d: "example.com",
    s: "s1",
    t: "1794736800",
    h: `from:to:subject:date:message-id:${oversigned}`,
  });
  expect(signed.subarray(signed.length - raw.length).equals(raw)).toBe(true);
  for (const line of signed.toString("latin1").split("\r\n")) expect(line.length).toBeLessThanOrEqual(78);
});

it.each([
  ["body", "Body", "Bodz"],
  ["subject", "Long", "Lang"],
  ["sender", "a@example.com", "z@example.com"],
])("does not verify with another %s", async (_, from, to) => {
  const signed = (await signMessage(raw, signer, at)).toString("latin1").replace(from, to);
  const { bodyHash, signature } = check(Buffer.from(signed, "latin1"));
  expect(bodyHash && signature).toBe(false);
});

it("has the same body hash as nodemailer's signature, which verifies too", async () => {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: "windows",
    dkim: { domainName: "example.com", keySelector: "s1", privateKey },
  });
  const sent: unknown = await transport.sendMail({ envelope: { from: "a@example.com", to: "b@example.org" }, raw });
  const theirs = typeof sent === "object" && sent !== null && "message" in sent ? sent.message : undefined;
  const ours = await signMessage(raw, signer, at);
  if (!(theirs instanceof Buffer)) throw new TypeError("no message");
  expect(check(theirs)).toMatchObject({ bodyHash: true, signature: true });
  expect(check(ours).tags.get("bh")).toBe(check(theirs).tags.get("bh"));
});

it.each([
  ["indented", "<html><body>\n          <p>{{df_name}}  {{df_notes}}</p>\n\t\t\t<p>x</p>          \n</body></html>"],
  ["plain", "<p>{{df_name}} žluť</p>"],
])("signs the messages of a plan without parsing them: %s", async (_, html) => {
  const plan = aPlan({ subject: "S {{df_name}}", preheader: "", html, text: "  a  b\n\n" });
  const prepared = prepareMessage(plan, { from: { address: "a@example.com" }, feedbackId: "1" });
  const recipient = {
    to: { address: "b@example.org" },
    values: mergeValues({
      contact: { email: "b@example.org", firstName: "  Jana  N ", note: "a\n\n  b \t c\n" },
      company: { name: "F" },
      links: { unsubscribe: "https://x.cz/u/1" },
    }),
    messageId: "1@example.com",
    date: at,
  };
  const signed = await composeSigned(prepared, recipient, signer);
  expect(check(signed)).toMatchObject({ bodyHash: true, signature: true });
  expect(check(signed).tags.get("h")).toBe(
    `from:to:subject:date:message-id:mime-version:content-type:list-unsubscribe:list-unsubscribe-post:feedback-id:${oversigned}`,
  );
  expect(signed.toString("latin1").endsWith(composeForRecipient(prepared, recipient).toString("latin1"))).toBe(true);
});

it.each(["", "no key", generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString()])(
  "accepts RSA keys only",
  (key) => {
    expect(() => createDkimSigner({ domain: "example.com", selector: "s1", privateKey: key })).toThrow(InvalidDkimKey);
  },
);
