import { composeApp } from "../src/composition/app.ts";
import { readConfig } from "../src/config/config.ts";
import type { Context } from "../src/context.ts";
import { getCompanyById } from "../src/features/account/find-company.ts";
import { createContact } from "../src/features/contacts/create-contact.ts";
import { updateContact } from "../src/features/contacts/update-contact.ts";
import { createList } from "../src/features/lists/service.ts";
import { runAudited } from "../src/http/audit.ts";
import { createLog } from "../src/log/log.ts";
import { operations } from "../src/registry/registry.ts";
import { median } from "./support/compare.ts";
import { withEnvironment } from "./support/environment.ts";
import { cpuMs, postmasterPid } from "./support/processes.ts";

const plainList = { publicName: "", shopId: null, notifyOnUnsubscribe: false, notifyOnAdd: false, note: "" };
/** Short, so that load of the machine affects both sides. */
const callsPerRound = 150;
const measuredMs = 25_000;
const minRounds = 5;
const atOnce = 16;

/** A write with and without its row in the audit log, without the cost of HTTP; the rounds alternate. */
export const benchAudit = (): Promise<object[]> =>
  withEnvironment(async ({ url, sql, company }) => {
    const database = await postmasterPid(sql);
    const app = await composeApp(readConfig({}), url, createLog("silent"), { poolSize: 10 });
    try {
      const { db, services } = app;
      const plain: Context = {
        ...services,
        db: db.forTenant(company.tenantId),
        company: await getCompanyById({ db, dataKey: services.dataKey }, company.tenantId),
        actor: { kind: "service" },
      };
      let n = 0;
      const next = () => `${process.pid}.${(n += 1)}`;
      const newContact = (ctx: Context) =>
        createContact(ctx, {
          email: `audit.${next()}@example.com`,
          purposeId: company.purposeId,
          consentConfirmed: true,
          firstName: "Jana",
        });
      // Many, because writes of one contact wait for each other.
      const ids = await Promise.all(Array.from({ length: 500 }, async () => (await newContact(plain)).id));
      const writes = {
        createContact: newContact,
        updateContact: (ctx: Context) => updateContact(ctx, ids[(n += 1) % ids.length] ?? "", { note: next() }),
        createList: (ctx: Context) => createList(ctx, { ...plainList, name: `List ${next()}` }),
      };
      const results: object[] = [];
      for (const [name, write] of Object.entries(writes)) {
        results.push({
          bench: `${name} with its row in the audit log, in the time of one without`,
          target: 1.05,
          ...(await compareRounds({ plain, name, write, database })),
        });
      }
      return results;
    } finally {
      await app.db.close();
    }
  });

type Write = (ctx: Context) => Promise<unknown>;

type Comparison = { readonly plain: Context; readonly name: string; readonly write: Write; readonly database: number };
type Cost = { readonly ms: number; readonly cpuMs: number };

/** CPU time of this process and of the database is affected little by other load of the machine. */
async function compareRounds({ plain, name, write, database }: Comparison): Promise<object> {
  const operation = operations.find((candidate) => candidate.name === name);
  if (operation === undefined) throw new Error(`no operation ${name}`);
  const actor = { kind: "key", keyId: "1", memberId: "1" } as const;
  const audited = (ctx: Context) => runAudited(ctx, { operation, actor, params: {} }, write);
  const measureCost = async (run: Write): Promise<Cost> => {
    const before = cpuMs([process.pid, database]);
    const ms = await measureTime(plain, run);
    return { ms, cpuMs: cpuMs([process.pid, database]) - before };
  };
  await measureTime(plain, write);
  await measureTime(plain, audited);
  const rounds: { without: Cost; with: Cost }[] = [];
  const endAt = performance.now() + measuredMs;
  while (rounds.length < minRounds || performance.now() < endAt) {
    const isPlainFirst = rounds.length % 2 === 0;
    const first = await measureCost(isPlainFirst ? write : audited);
    const second = await measureCost(isPlainFirst ? audited : write);
    rounds.push(isPlainFirst ? { without: first, with: second } : { without: second, with: first });
  }
  const sumOf = (costs: readonly Cost[]) => costs.reduce((sum, cost) => sum + cost.cpuMs, 0);
  const cpuRatio = sumOf(rounds.map((round) => round.with)) / sumOf(rounds.map((round) => round.without));
  const ratio = median(rounds.map((round) => round.with.ms / round.without.ms));
  const plainPerSecond = Math.round((callsPerRound * 1000) / median(rounds.map(({ without }) => without.ms)));
  return { ratio: rounded(ratio), cpuRatio: rounded(cpuRatio), rounds: rounds.length, plainPerSecond };
}

const rounded = (ratio: number): number => Math.round(ratio * 1000) / 1000;

async function measureTime(ctx: Context, write: Write): Promise<number> {
  const startedAt = performance.now();
  let left = callsPerRound;
  const callAgain = async () => {
    while (left > 0) {
      left -= 1;
      await write(ctx);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, callAgain));
  return performance.now() - startedAt;
}
