import http from "node:http";
import net from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { CreatedCompany } from "../../src/features/account/create-company.ts";
import { startImport } from "./imports.ts";

/** The company whose requests take as much as they can. */
export type Target = {
  readonly port: number;
  readonly inboundPort: number;
  readonly base: string;
  readonly company: CreatedCompany;
};

/** Sends requests until it is stopped; returns how many. Every request differs, so that no cache knows it. */
export type Bomb = { readonly name: string; run(target: Target, stop: AbortSignal): Promise<number> };

const atOnce = 8;
const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => make(n)).join("");

type Body = { readonly type: string; readonly content: string | Buffer };
const json = (value: unknown): Body => ({ type: "application/json", content: JSON.stringify(value) });

/** Keeps requests to one path running. */
const posting = (name: string, path: string, make: (index: number) => Body): Bomb => ({
  name,
  run: ({ port, base, company: { apiKey } }, stop) =>
    repeat(stop, async () => {
      const { type, content } = make(Math.random());
      const headers = { Authorization: `Bearer ${apiKey}`, "Content-Type": type };
      await post({ port, path: `${base}${path}`, headers }, content, stop);
    }),
});

/** Several loops that run until they are stopped. */
async function repeat(stop: AbortSignal, act: () => Promise<void>): Promise<number> {
  let count = 0;
  const loop = async () => {
    while (!stop.aborted) {
      await act();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  return count;
}

function post(options: http.RequestOptions, content: string | Buffer, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const request = http.request({ ...options, host: "127.0.0.1", method: "POST", signal }, (response) => {
      response.resume().on("close", resolve);
    });
    // The server closes connections that it refuses, and the end of the round aborts requests.
    request.on("error", () => resolve());
    request.end(content);
  });
}

const multipart = "multipart/form-data; boundary=b";

const upload = (name: string, content: string): Body => ({
  type: multipart,
  content: `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${content}\r\n--b--\r\n`,
});

/** The most that the limits allow: conditions repeat the inlining. */
const styles = (index: number) => {
  const sheet = times(280, (n) => `b{--a${n}:1}`);
  const conditions = times(7, (n) => `@media (min-width:${n}px){i{color:red}}`);
  const link = `<a href="{{df_unsubscribe_url}}">Unsubscribe</a>`;
  return `<style>${sheet}${conditions}</style><p>${index}</p>${times(1000, () => "<b>x</b>")}${link}`;
};

/** Without the limits a request takes 17 s. */
const refusedStyles = (index: number) =>
  `<style>${times(1000, (n) => `*{--a${n}:1}`)}</style><p>${index}</p>${times(1000, () => "<b>x</b>")}`;

const sections = (index: number) =>
  `<mjml><mj-body>${times(290, (n) => `<mj-section><mj-column><mj-text>${index} ${n}</mj-text></mj-column></mj-section>`)}</mj-body></mjml>`;

const loop = "{% for i in 1..1000000 %}{% for j in 1..1000000 %}{% endfor %}{% endfor %}";

const drawing = (index: number) => {
  const filter = `<filter id="f">${times(90, (n) => `<feGaussianBlur stdDeviation="${n + 20}"/>`)}</filter>`;
  const shapes = times(100, (n) => `<circle r="${900 + n + index}" filter="url(#f)"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4000 4000">${filter}${shapes}</svg>`;
};

/** Connections that send a byte a second of a request that never ends. */
const slowClients: Bomb = {
  name: "400 slow connections",
  async run({ port }, stop) {
    const sockets = Array.from({ length: 400 }, () => {
      const socket = net.connect(port, "127.0.0.1");
      socket.on("error", () => undefined);
      socket.write("POST /api/v1/x HTTP/1.1\r\nHost: x\r\n");
      return socket;
    });
    while (!stop.aborted) {
      for (const socket of sockets) socket.write("a");
      await delay(1000, undefined, { signal: stop }).catch(() => undefined);
    }
    for (const socket of sockets) socket.destroy();
    return sockets.length;
  },
};

/** A report of 20 MB that is a few kilobytes packed, and reports nothing. */
const reportXml = () => `<feedback>${times(400_000, (n) => `<record><row><count>${n}</count></row></record>`)}`;
const reportMail = (packed: Buffer) =>
  `From: a@b.cz\r\nTo: dmarc@b.cz\r\nMIME-Version: 1.0\r\nContent-Type: application/gzip\r\nContent-Transfer-Encoding: base64\r\n\r\n${packed.toString("base64").replaceAll(/.{76}/g, "$&\r\n")}\r\n.\r\n`;

const dmarcReports: Bomb = {
  name: "DMARC reports of 20 MB",
  async run({ inboundPort }, stop) {
    const mail = reportMail(gzipSync(reportXml().slice(0, 20_000_000)));
    return repeat(stop, () => sendMail(inboundPort, mail, stop));
  },
};

/** One SMTP session; every reply leads to the next line. */
function sendMail(port: number, mail: string, signal: AbortSignal): Promise<void> {
  const lines = ["EHLO b.cz", "MAIL FROM:<a@b.cz>", "RCPT TO:<dmarc@b.cz>", "DATA", mail.slice(0, -2), "QUIT"];
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: "127.0.0.1", signal });
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => {
      if (!/^\d{3} /m.test(text)) return;
      const line = lines.shift();
      if (line === undefined) socket.end();
      else socket.write(`${line}\r\n`);
    });
    // The server refuses too many connections, and the end of the round aborts them.
    socket.on("error", () => undefined);
    socket.on("close", () => resolve());
  });
}

const imports: Bomb = {
  name: "import of 100 000 rows",
  async run({ port, base, company }, stop) {
    const id = await startImport({ port, company, listIds: [] }, { mark: `bomb${Math.random()}`, rows: 100_000 });
    const headers = { Authorization: `Bearer ${company.apiKey}` };
    // The next quiet round begins after its end.
    for (let status = ""; !stop.aborted || status !== "completed"; await delay(200)) {
      const answer = await fetch(`http://127.0.0.1:${port}${base}/imports/${id}`, { headers });
      status = String(Object(await answer.json()).status);
    }
    return 1;
  },
};

let largeUpload: Buffer | undefined;

/** Made once, and only by the process that sends it. */
function uploadOf100Mb(): Body {
  largeUpload ??= Buffer.from(upload("large.pdf", "%PDF-1.4\n".padEnd(100 * 1_048_576, "x")).content);
  return { type: multipart, content: largeUpload };
}

/** One entry per kind of work that another company could suffer from. */
export const bombs: readonly Bomb[] = [
  posting("style sheets", "/content/lint", (n) => json({ html: styles(n), subject: "S", preheader: "" })),
  posting("refused style sheets", "/content/lint", (n) =>
    json({ html: refusedStyles(n), subject: "S", preheader: "" }),
  ),
  posting("MJML", "/templates", (n) => json({ name: `T ${n}`, mjml: sections(n) })),
  posting("endless Twig", "/script-templates", (n) => json({ name: `S ${n}`, source: `{# ${n} #}${loop}` })),
  posting("drawings", "/files", (n) => upload("a.svg", drawing(n))),
  posting("uploads of 100 MB", "/files", uploadOf100Mb),
  slowClients,
  dmarcReports,
  imports,
];
