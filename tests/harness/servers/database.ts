import { inject } from "vitest";
import type { DatabaseUrls } from "../../../src/db/application-role.ts";
import { connect } from "../../../src/db/client.ts";
import { lockOrderViolations } from "../../../src/db/locks.ts";
import { openPool, type Database } from "../../../src/db/tenant.ts";
import { guardPool } from "./audited-writes.ts";
import { guardedTemplate, isGuarded, plainTemplate, urlsOf } from "./database-urls.ts";
import { openRowSecurityPool } from "./row-security.ts";

export const databaseUrls = (name: string): DatabaseUrls => urlsOf(inject("serverUrls"), name);

/** As the owner of the tables. */
export const databaseUrl = (name: string): string => databaseUrls(name).ownerUrl;

type WorkerDatabase = { url: string; ownerUrl: string; db: Database };

lockOrderViolations.areFatal = true;

let opened: Promise<WorkerDatabase> | undefined;

/** The database of this test worker, copied from the template. */
export function workerDatabase(): Promise<WorkerDatabase> {
  return (opened ??= create());
}

/** As the role of the application: a statement that needs more than its rights fails in the tests. */
async function create(): Promise<WorkerDatabase> {
  const distributed = inject("distributedUrls")[Number(process.env["VITEST_POOL_ID"]) - 1];
  if (distributed !== undefined) {
    const { ownerUrl, applicationUrl } = distributed;
    return { url: applicationUrl, ownerUrl, db: openPool(applicationUrl, 10, { isDistributed: true }) };
  }
  const { ownerUrl, applicationUrl } = databaseUrls(await copyTemplate());
  if (isGuarded) return { url: ownerUrl, ownerUrl, db: openRowSecurityPool(ownerUrl, 10) };
  return { url: applicationUrl, ownerUrl, db: guardPool(openPool(applicationUrl, 10), applicationUrl) };
}

/** A separate database for a test that affects more than one company. */
export async function copyTemplate(template = isGuarded ? guardedTemplate : plainTemplate): Promise<string> {
  const name = `test_${process.pid}_${crypto.randomUUID().slice(0, 8)}`;
  const admin = connect(inject("serverUrls").ownerUrl, { max: 1 });
  try {
    // PostgreSQL cannot copy one template concurrently.
    await admin`select pg_advisory_lock(1)`;
    await admin`create database ${admin(name)} template ${admin(template)}`;
    return name;
  } finally {
    await admin.end();
  }
}
