import { composeApp } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import type { Context } from "../src/context.ts";
import { getCompanyById } from "../src/features/account/find-company.ts";
import { createContact } from "../src/features/contacts/create-contact.ts";
import { updateContact } from "../src/features/contacts/update-contact.ts";
import { createList } from "../src/features/lists/service.ts";
import { runAudited } from "../src/http/audit.ts";
import { createLog } from "../src/log.ts";
import { operations } from "../src/registry.ts";
import { median } from "./support/compare.ts";
import { withEnvironment } from "./support/environment.ts";

const plainList = { publicName: "", shopId: null, notifyOnUnsubscribe: false, notifyOnAdd: false, note: "" };
const rounds = 7;
const callsPerRound = 1500;
const atOnce = 16;

/** A write with and without its row in the audit log, without the cost of HTTP; the rounds alternate. */
export const benchAudit = (): Promise<object[]> =>
  withEnvironment(async ({ url, company }) => {
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
      const { id } = await newContact(plain);
      const writes = {
        createContact: newContact,
        updateContact: (ctx: Context) => updateContact(ctx, id, { note: next() }),
        createList: (ctx: Context) => createList(ctx, { ...plainList, name: `List ${next()}` }),
      };
      const results: object[] = [];
      for (const [name, write] of Object.entries(writes)) {
        const ratio = await compareRounds(plain, name, write);
        results.push({
          bench: `${name} with its row in the audit log, in the time of one without`,
          target: 1.05,
          ratio,
        });
      }
      return results;
    } finally {
      await app.db.close();
    }
  });

type Write = (ctx: Context) => Promise<unknown>;

async function compareRounds(plain: Context, name: string, write: Write): Promise<number> {
  const operation = operations.find((candidate) => candidate.name === name);
  if (operation === undefined) throw new Error(`no operation ${name}`);
  const actor = { kind: "key", keyId: "1", memberId: "1" } as const;
  const audited = (ctx: Context) => runAudited(ctx, { operation, actor, params: {} }, write);
  await timeOf(plain, write);
  await timeOf(plain, audited);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const isPlainFirst = round % 2 === 0;
    const first = await timeOf(plain, isPlainFirst ? write : audited);
    const second = await timeOf(plain, isPlainFirst ? audited : write);
    ratios.push(isPlainFirst ? second / first : first / second);
  }
  return Math.round(median(ratios) * 1000) / 1000;
}

async function timeOf(ctx: Context, write: Write): Promise<number> {
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
