import { setTimeout as delay } from "node:timers/promises";
import type { Outbound } from "../../../net/outbound.ts";
import type { ExportedField, ExportPart } from "../exported-contact.ts";
import { readRows, toContacts, toFields, toLists } from "./smartemailing.ts";

export type ApiAccess = { readonly url: string; readonly login: string; readonly password: string };

/** The API answered with another status than 200; the message contains no credentials. */
export class ApiRejection extends Error {
  readonly status: number;

  constructor(path: string, status: number) {
    super(`${path} answered ${status}`);
    this.status = status;
  }
}

const pageSize = 500;
const timeoutMs = 60_000;
const maxBytes = 32 * 1_048_576;

/** The address of the service, with or without the path of the API. */
const apiUrl = (url: string, path: string): string =>
  `${url.replace(/\/+$/, "").replace(/\/api\/v3$/, "")}/api/v3/${path}`;

/** A limit of requests is respected, for at most a minute at a time. */
const maxWaits = 5;
const maxWaitS = 60;

async function get(outbound: Outbound, access: ApiAccess, path: string, waits = 0): Promise<unknown> {
  const { url, login, password } = access;
  const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString("base64")}`;
  const { status, body, headers } = await outbound.send({
    url: apiUrl(url, path),
    headers: { authorization, accept: "application/json" },
    timeoutMs,
    maxBytes,
  });
  if (status === 429 && waits < maxWaits) {
    const seconds = Number(headers["retry-after"] ?? maxWaitS);
    await delay(1000 * (seconds >= 0 && seconds < maxWaitS ? seconds : maxWaitS));
    return get(outbound, access, path, waits + 1);
  }
  if (status !== 200) throw new ApiRejection(path.split("?")[0] ?? path, status);
  return JSON.parse(body.toString("utf8"));
}

export async function checkCredentials(outbound: Outbound, access: ApiAccess): Promise<void> {
  await get(outbound, access, "check-credentials");
}

async function allRows(outbound: Outbound, access: ApiAccess, path: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (;;) {
    const page = readRows(await get(outbound, access, `${path}&limit=${pageSize}&offset=${rows.length}`));
    rows.push(...page);
    if (page.length < pageSize) return rows;
  }
}

export async function readLists(outbound: Outbound, access: ApiAccess): Promise<ExportPart> {
  const lists = toLists(await allRows(outbound, access, "contactlists?sort=id"));
  const fields = toFields(await allRows(outbound, access, "customfields?expand=customfield_options"));
  return { contacts: [], problems: [], lists, fields };
}

export type ContactPage = { readonly part: ExportPart; readonly rows: number; readonly total: number };

export async function readContactPage(
  outbound: Outbound,
  access: ApiAccess,
  { fields, offset }: { readonly fields: readonly ExportedField[]; readonly offset: number },
): Promise<ContactPage> {
  const path = `contacts?expand=customfields&sort=id&limit=${pageSize}&offset=${offset}`;
  const answer = await get(outbound, access, path);
  const rows = readRows(answer);
  const part = toContacts(rows, fields, { source: "contacts", row: offset + 1 });
  return { part, rows: rows.length, total: readTotal(answer) };
}

function readTotal(answer: unknown): number {
  const meta: unknown = Object(answer).meta;
  const total: unknown = Object(meta).total_count;
  return typeof total === "number" ? total : 0;
}
