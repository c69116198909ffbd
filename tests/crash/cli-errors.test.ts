import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { Type } from "typebox";
import { Value } from "typebox/value";
import { afterAll, expect, it } from "vitest";
import { companyArgs, password } from "./api.ts";
import { aFolder, cleanUp, run, type ProcessResult } from "./product.ts";

const nowhere = "postgres://127.0.0.1:1/postrider";
const guid = "7d2b0e1e-0000-4000-8000-000000000000";
const dataDir = path.join(aFolder(), "data");

afterAll(cleanUp);

/** An error is one sentence on standard error: no stack trace, and nothing on standard output. */
function check({ code, stdout, stderr }: ProcessResult, sentence: RegExp): void {
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toMatch(/^ +at |node:internal|dist\//m);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
}

const member = ["member", "create", "--tenant", guid, "--email", "a@example.com", "--password", password];
const closeMonth = ["billing", "close-month", "--month", "2026-01"];
const key = ["key", "create", "--tenant", guid, "--email", "a@example.com"];

it.each([
  ["an unknown command", ["nonsense"], /^error: unknown command 'nonsense'/],
  ["an unknown option", ["migrate", "--fast"], /^error: unknown option '--fast'/],
  ["a missing option", ["company", "create", "--name", "N"], /^error: required option '--email <address>'/],
  ["an unknown scope", [...key, "--scope", "write"], /^error: .*'write' is invalid.*read, full/],
  ["an unknown role", [...member, "--roles", "king"], /^error: .*"king" is not one of account_admin/],
  [
    "days that are none",
    [...key, "--valid-days", "0"],
    /^postrider: validation validDays \(.*min 1; max 730; unit days\)$/m,
  ],
  ["no file", ["backup"], /^error: missing required argument 'file'/],
  ["a backup that is not there", ["restore", "/nowhere/none.tar"], /^There is no file \/nowhere\/none\.tar\.$/m],
  ["a serve without a database", ["serve"], /^Set DATABASE_URL, or run `postrider start`/],
  ["a worker without a database", ["worker"], /^Set DATABASE_URL, or run `postrider start`/],
])("rejects %s with one message", async (_, args, sentence) => {
  check(await run(args, { DATA_DIR: path.join(aFolder(), "data") }), sentence);
});

it.each([
  ["a port that is none", ["serve"], { PORT: "abc" }, /^(postrider: )?PORT must be a whole number from 0 to 65535$/m],
  ["invoices where the operator does not bill", closeMonth, { DATABASE_URL: nowhere }, /close-month needs BILLING=1$/m],
  ["an unknown mail mode", ["start"], { MAIL_MODE: "loud" }, /MAIL_MODE must be one of live, test, folder, off$/m],
  ["a data key that is too short", ["start"], { DATA_KEY: "c2hvcnQ=" }, /DATA_KEY must be 32 bytes in base64$/m],
  ["live mail without a relay", ["worker"], { DATABASE_URL: nowhere, MAIL_MODE: "live" }, /needs SMTP_URL$/m],
  ["a database address that is none", ["migrate"], { DATABASE_URL: "nonsense" }, /DATABASE_URL/],
  ["a database that does not answer", ["migrate"], { DATABASE_URL: nowhere }, /is unreachable/],
  ["a company without a database", companyArgs("a@example.com"), { DATABASE_URL: nowhere }, /is unreachable/],
])("reports the invalid setting: %s", async (_, args, env, sentence) => {
  check(await run(args, { DATA_DIR: dataDir, ...env }), sentence);
});

const Document = Type.Object({
  openapi: Type.Literal("3.1.0"),
  info: Type.Object({ title: Type.String(), version: Type.String() }),
  paths: Type.Record(
    Type.String({ pattern: "^/" }),
    Type.Record(Type.String(), Type.Object({ operationId: Type.String(), responses: Type.Object({}) })),
  ),
});

const listReferences = (text: string) =>
  [...text.matchAll(/"\$ref": ?"#\/([^"]+)"/g)].map(([, target]) => target ?? "");

function resolve(document: unknown, target: string): unknown {
  return target.split("/").reduce<unknown>((node, name) => {
    const isObject = typeof node === "object" && node !== null;
    return isObject ? new Map(Object.entries(node)).get(name.replaceAll("~1", "/")) : undefined;
  }, document);
}

it("prints the OpenAPI document without a database and without creating the data folder", async () => {
  const untouched = path.join(aFolder(), "data");
  const { code, stdout, stderr } = await run(["openapi"], { DATA_DIR: untouched, DATABASE_URL: nowhere });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const json: unknown = JSON.parse(stdout);
  const document = Value.Parse(Document, json);
  const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId));
  expect(ids).toContain("createContact");
  expect(new Set(ids).size).toBe(ids.length);
  expect(listReferences(stdout).filter((target) => resolve(json, target) === undefined)).toEqual([]);
  expect(existsSync(untouched)).toBe(false);
});

it("creates no database when it refuses", async () => {
  const folder = aFolder();
  check(await run([...member, "--roles", "king"], { DATA_DIR: folder }), /king/);
  expect(readdirSync(folder)).toEqual([]);
});
