import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorSender } from "../../http/errors.ts";
import { createLog } from "../../log/log.ts";
import { packageFile } from "../../package.ts";
import { registerApp } from "./app.ts";

let app: FastifyInstance;

beforeAll(async () => {
  app = Fastify();
  app.setErrorHandler(errorSender(createLog("silent")));
  registerApp(app);
});

afterAll(() => app.close());

const assets = packageFile("dist/web/assets/");
const listNames = (suffix: string) => readdirSync(assets).filter((name) => name.endsWith(suffix));
const document = () => readFileSync(packageFile("dist/web/index.html"), "utf8");
const gzipSizeOf = (name: string) => gzipSync(readFileSync(new URL(name, assets)), { level: 9 }).length;

describe("the web app", () => {
  it("leads from the start page to the app", async () => {
    const { statusCode, headers } = await app.inject("/");
    expect([statusCode, headers.location]).toEqual([302, "/app"]);
  });

  it("serves an empty page for e-mails, in which no script runs", async () => {
    const { statusCode, body, headers } = await app.inject("/app/email-frame");
    expect(statusCode).toBe(200);
    expect(body).toContain("<body></body>");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("sandbox allow-same-origin;");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("script");
    expect(policy).toContain("frame-ancestors 'self'");
  });

  it("serves one document for every address, with a new nonce each time", async () => {
    const answers = await Promise.all([app.inject("/app"), app.inject("/app/6f50/contacts?page=2")]);
    const nonces = answers.map(({ body, headers, statusCode }) => {
      const nonce = /<script nonce="([^"]+)"/.exec(body)?.[1] ?? "";
      expect(statusCode).toBe(200);
      expect(body).not.toContain("__CSP_NONCE__");
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "cross-origin-opener-policy": "same-origin",
        "content-type": "text/html; charset=utf-8",
        "x-content-type-options": "nosniff",
        "content-security-policy": `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob: https:; font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      });
      return nonce;
    });
    expect(new Set(nonces).size).toBe(2);
  });

  it("serves files by their hash for a year, compressed as the browser accepts", async () => {
    const [script = ""] = listNames(".js");
    const url = `/app/assets/${script}`;
    const plain = await app.inject({ url });
    expect(plain.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": "text/javascript; charset=utf-8",
      vary: "Accept-Encoding",
    });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    const zipped = await app.inject({ url, headers: { "accept-encoding": "gzip, deflate" } });
    expect(zipped.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true);
    const best = await app.inject({ url, headers: { "accept-encoding": "gzip, br" } });
    expect(best.headers["content-encoding"]).toBe("br");
    const refused = await app.inject({ url, headers: { "accept-encoding": "br;q=0, gzip;q=0" } });
    expect(refused.headers["content-encoding"]).toBeUndefined();
  });

  it.each(["/app/assets/none.js", "/app/assets/..%2Findex.html", "/app/assets/.built"])(
    "answers %s with 404",
    async (url) => {
      expect((await app.inject(url)).statusCode).toBe(404);
    },
  );

  it("needs at most 180 KB of compressed script for the entry, with a chunk for every page", () => {
    const entry = [...document().matchAll(/assets\/([\w.-]+\.js)/g)].map(([, name = ""]) => name);
    expect(entry.length).toBeGreaterThan(0);
    expect(entry.map(gzipSizeOf).reduce((sum, size) => sum + size, 0)).toBeLessThan(180 * 1024);
    expect(listNames(".js").filter((name) => name.includes("-page")).length).toBeGreaterThan(3);
  });

  it("is built for production, also by a build that tests start", () => {
    expect(listNames(".js").filter((name) => name.includes("dev-runtime"))).toEqual([]);
  });

  it("compresses every script and style at build", () => {
    const plain = [...listNames(".js"), ...listNames(".css")];
    expect(plain.filter((name) => !existsSync(new URL(`${name}.br`, assets)))).toEqual([]);
    expect(plain.filter((name) => statSync(new URL(`${name}.gz`, assets)).size === 0)).toEqual([]);
  });
});
