import { inject } from "vitest";
import { connect } from "../../../src/db/client.ts";
import { openPool, type Database } from "../../../src/db/tenant.ts";
import { openRowSecurityPool, tenantRole } from "./row-security.ts";

/** True in the test run under row-level security, which proves that every query filters by company. */
export const isGuarded = process.env["ROW_SECURITY"] === "1";

function urlOf(database: string, credentials?: { user: string; password: string }): string {
  const url = new URL(inject("serverUrl"));
  url.pathname = `/${database}`;
  if (credentials !== undefined) {
    url.username = credentials.user;
    url.password = credentials.password;
  }
  return url.href;
}

let opened: Promise<{ url: string; db: Database }> | undefined;

/** The database of this test worker, copied from the template. */
export function workerDatabase(): Promise<{ url: string; db: Database }> {
  return (opened ??= create());
}

async function create(): Promise<{ url: string; db: Database }> {
  const name = await copyTemplate();
  const url = urlOf(name);
  const db = isGuarded
    ? openRowSecurityPool(url, urlOf(name, { user: tenantRole, password: tenantRole }), 10)
    : openPool(url, 10);
  return { url, db };
}

/** A separate database for a test that affects more than one company. */
export async function copyTemplate(template = "template_postrider"): Promise<string> {
  const name = `test_${process.pid}_${crypto.randomUUID().slice(0, 8)}`;
  const admin = connect(inject("serverUrl"), { max: 1 });
  try {
    // PostgreSQL cannot copy one template concurrently.
    await admin`select pg_advisory_lock(1)`;
    await admin`create database ${admin(name)} template ${admin(template)}`;
    return name;
  } finally {
    await admin.end();
  }
}

export const databaseUrl = (name: string): string => urlOf(name);
