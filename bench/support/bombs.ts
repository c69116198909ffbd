import http from "node:http";
import net from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** The company whose requests take as much as they can. */
export type Target = { readonly port: number; readonly base: string; readonly apiKey: string };

/** Sends requests until it is stopped; returns how many. Every request differs, so that no cache knows it. */
export type Bomb = { readonly name: string; run(target: Target, stop: AbortSignal): Promise<number> };

const atOnce = 8;
const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => make(n)).join("");

type Body = { readonly type: string; readonly content: string };
const json = (value: unknown): Body => ({ type: "application/json", content: JSON.stringify(value) });

/** Keeps requests to one path running. */
const posting = (name: string, path: string, make: (index: number) => Body): Bomb => ({
  name,
  async run({ port, base, apiKey }, stop) {
    let count = 0;
    const worker = async () => {
      while (!stop.aborted) {
        const { type, content } = make(Math.random());
        const headers = { Authorization: `Bearer ${apiKey}`, "Content-Type": type };
        await post({ port, path: `${base}${path}`, headers }, content, stop);
        count += 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    return count;
  },
});

function post(options: http.RequestOptions, content: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const request = http.request({ ...options, host: "127.0.0.1", method: "POST", signal }, (response) => {
      response.resume().on("close", resolve);
    });
    // The server closes connections that it refuses, and the end of the round aborts requests.
    request.on("error", () => resolve());
    request.end(content);
  });
}

const upload = (name: string, content: string): Body => ({
  type: "multipart/form-data; boundary=b",
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

const largeUpload = upload("large.pdf", "%PDF-1.4\n".padEnd(100 * 1_048_576, "x"));

/** One entry per kind of work that another company could suffer from. */
export const bombs: readonly Bomb[] = [
  posting("style sheets", "/content/lint", (n) => json({ html: styles(n), subject: "S", preheader: "" })),
  posting("refused style sheets", "/content/lint", (n) =>
    json({ html: refusedStyles(n), subject: "S", preheader: "" }),
  ),
  posting("MJML", "/templates", (n) => json({ name: `T ${n}`, mjml: sections(n) })),
  posting("endless Twig", "/script-templates", (n) => json({ name: `S ${n}`, source: `{# ${n} #}${loop}` })),
  posting("drawings", "/files", (n) => upload("a.svg", drawing(n))),
  posting("uploads of 100 MB", "/files", () => largeUpload),
  slowClients,
];
