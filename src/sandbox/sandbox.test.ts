import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { aScriptProcess } from "../../tests/harness/servers/script-process.ts";
import { aSandbox, listSandboxProcesses } from "../../tests/harness/servers/sandbox.ts";
import type { HtmlSource } from "../mail/render/compile-html.ts";

const email = (html: string): HtmlSource => ({ html, preheader: "", footerHtml: "", text: null, optOut: null });

/** Takes a quarter of a second: as much as the limits of complexity let through. */
const styleBomb = (variant = "") =>
  email(
    `<style>${Array.from({ length: 280 }, (_, n) => `b{--a${n}:1}`).join("")}</style>${variant}${"<b>x</b>".repeat(1000)}`,
  );
const jobMs = 100;
const endless = (n: number) =>
  `{# ${n} #}{% for i in 1..999 %}{% for j in 1..999 %}{% for k in 1..999 %}{% endfor %}{% endfor %}{% endfor %}`;
const template = (html: string, context: Record<string, unknown> = {}) => ({
  templates: { html },
  contexts: [context],
});
const refused = { code: "rate_limited", status: 429, message: "template", params: { retryAfter: expect.any(Number) } };

it("kills a compilation at its limit, refuses this content for a while and compiles others", async () => {
  const company = aSandbox({ size: 2, jobMs }).forCompany("1");
  await expect(company.run("compile_html", styleBomb())).rejects.toMatchObject({ reason: "time" });
  await expect(company.run("compile_html", styleBomb())).rejects.toMatchObject(refused);
  expect(await company.run("compile_html", email("<style>p{color:red}</style><p>Hi</p>"))).toMatchObject({
    text: "Hi",
  });
}, 60_000);

it("starts a process later when none can be started now", async () => {
  const script = [
    'import { closeSync, openSync } from "node:fs";',
    'import { Sandbox } from "@/sandbox/sandbox.ts";',
    "const open = [];",
    'try { for (;;) open.push(openSync("/dev/null")); } catch {}',
    'const counting = new Sandbox({ size: 1 }).forCompany("1").run("count_html", "<p>Hi</p>");',
    "for (const file of open) closeSync(file);",
    "await counting;",
    "process.exit(42);",
  ];
  expect(await once(aScriptProcess(script, { openFiles: 100 }), "close")).toEqual([42, null]);
});

/** Processes that are not among `earlier`. */
const listNewProcesses = (earlier: ReadonlySet<number>) => listSandboxProcesses().filter((pid) => !earlier.has(pid));

it("continues work that got no CPU until after its limit", async () => {
  const earlier = new Set(listSandboxProcesses());
  const limitMs = 2000;
  const company = aSandbox({ size: 1, jobMs: limitMs }).forCompany("1");
  await company.run("compile_html", email("<p>Hi</p>"));
  const pids = listNewProcesses(earlier);
  const compiling = company.run("compile_html", styleBomb());
  await delay(50);
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  await delay(1.5 * limitMs);
  for (const pid of pids) process.kill(pid, "SIGCONT");
  // Known after the work: the result is too long.
  expect(await compiling).toMatchObject({ refusal: { params: { reason: "size" } } });
}, 60_000);

it("serves another company while one compiles for long", async () => {
  const sandbox = aSandbox({ size: 2 });
  const [bad, good] = [sandbox.forCompany("1"), sandbox.forCompany("2")];
  const compileSmall = () => good.run("compile_html", email("<p>Hi</p>"));
  // Starts both processes.
  await Promise.all([compileSmall(), bad.run("compile_html", email("<p>Hi</p>"))]);
  let compiledBombs = 0;
  const bombs = Promise.allSettled(
    Array.from({ length: 20 }, async (_, n) => {
      await bad.run("compile_html", styleBomb(`<p>${n}</p>`));
      compiledBombs += 1;
    }),
  );
  await compileSmall();
  expect(compiledBombs).toBeLessThan(10);
  await sandbox.close();
  await bombs;
}, 120_000);

it("renders a good template of a company before six endless ones that came earlier", async () => {
  const company = aSandbox({ size: 2, timeMs: 200 }).forCompany("1");
  await company.previewTwig(template("x"));
  const order: string[] = [];
  const endings = [1, 2, 3, 4, 5, 6].map((n) =>
    company.previewTwig(template(endless(n))).then(() => order.push("endless")),
  );
  const good = company.previewTwig(template("{{ 6 * 7 }}")).then((outcomes) => {
    order.push("good");
    return outcomes;
  });
  expect(await good).toEqual([{ ok: true, outputs: { html: "42" } }]);
  await Promise.all(endings);
  expect(order).toEqual(["good", ...endings.map(() => "endless")]);
}, 120_000);

it("refuses the same endless template while it waits in the queue", async () => {
  const company = aSandbox({ size: 2, timeMs: 200 }).forCompany("1");
  const job = template(endless(0));
  const ends = await Promise.allSettled([job, job, job, job].map((each) => company.previewTwig(each)));
  expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "rejected"]);
  expect(ends[1]).toMatchObject({ reason: refused });
}, 60_000);

it("tries a refused template again after a while, and accepts it after a good run", async () => {
  let elapsedMs = 0;
  const options = { size: 2, timeMs: 60, cooldownMs: 4000, cooldownFactor: 0, now: () => elapsedMs };
  const company = aSandbox(options).forCompany("1");
  const html = `{% if late %}${endless(0)}{% endif %}Hi`;
  const run = (late: boolean) => company.previewTwig(template(html, { late }));
  expect(await run(true)).toMatchObject([{ ok: false, failure: { reason: "time" } }]);
  await expect(run(false)).rejects.toMatchObject(refused);
  elapsedMs += 1000;
  expect(await run(false)).toMatchObject([{ ok: true }]);
  expect(await run(false)).toMatchObject([{ ok: true }]);
}, 60_000);

it("ends idle processes and starts new ones when they are needed", async () => {
  const earlier = new Set(listSandboxProcesses());
  const ownCount = () => listNewProcesses(earlier).length;
  const company = aSandbox({ size: 2, idleMs: 500 }).forCompany("1");
  const run = () => company.run("compile_html", email("<p>Hi</p>"));
  await run();
  await expect.poll(ownCount, { timeout: 20_000 }).toBe(0);
  expect(await run()).toMatchObject({ html: "<p>Hi</p>" });
}, 60_000);

/** Priorities of the sessions of new processes. */
const sessionPriorities = (earlier: ReadonlySet<number>) =>
  listNewProcesses(earlier).map((pid) => / nice .+/.exec(readFileSync(`/proc/${pid}/autogroup`, "utf8"))?.[0]);

// The connections of the database have sessions of their own, and Linux compares priorities only within a session.
describe.skipIf(!existsSync("/proc/self/autogroup"))("priority among all sessions", () => {
  it("is lowered for long work", async () => {
    const company = aSandbox({ size: 2, timeMs: 2000 }).forCompany("1");
    const earlier = new Set(listSandboxProcesses());
    // Empty for a process that the system started without a session.
    const ownSession = () => readFileSync("/proc/self/autogroup", "utf8");
    const ownSessionBefore = ownSession();
    const rendering = company.previewTwig(template(endless(0)));
    await expect.poll(() => sessionPriorities(earlier), { timeout: 20_000 }).toContain(" nice 10");
    await rendering;
    expect(ownSession()).toBe(ownSessionBefore);
  }, 60_000);

  it("stays low between the tasks of a company, and is normal again for those of another one", async () => {
    const sandbox = aSandbox({ size: 1 });
    const earlier = new Set(listSandboxProcesses());
    const afterWork = async (company: string, source: HtmlSource) => {
      await sandbox.forCompany(company).run("compile_html", source);
      return sessionPriorities(earlier);
    };
    await expect.poll(() => afterWork("1", styleBomb()), { timeout: 20_000 }).toEqual([" nice 10"]);
    // Where the process is no administrator, Linux accepts one change in 100 ms.
    await expect.poll(() => afterWork("2", email("<p>Hi</p>")), { timeout: 20_000 }).toEqual([" nice 0"]);
  }, 60_000);
});
