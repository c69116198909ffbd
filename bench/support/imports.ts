import { setTimeout as delay } from "node:timers/promises";
import type { CreatedCompany } from "../../src/features/account/create-company.ts";
import type { BenchEnvironment, ServerProcess } from "./environment.ts";

const columns = ["email", "firstName", "lastName", "phone", "street", "city", "postalCode", "country"];
const first = ["Jana", "Petr", "Eva", "Tomáš", "Lucie", "Martin", "Zuzana", "Jakub"];
const last = ["Novák", "Svoboda", "Dvořák", "Černý", "Procházka", "Kučera", "Veselý", "Horák", "Němec", "Marek"];

export type ImportTarget = { environment: BenchEnvironment; server: ServerProcess; listId: string };

/** A file of new contacts; the mark is part of their addresses. */
export type ImportedFile = { mark: string; rows: number };

export async function insertImportList({ sql, company: { tenantId } }: BenchEnvironment): Promise<string> {
  const [list] = await sql<{ id: string }[]>`
    insert into list (tenant_id, name, public_name, note, created_at, search)
    values (${tenantId}, 'Import', 'Import', '', now(), ' import') returning id`;
  return list?.id ?? "";
}

function toCsv({ mark, rows }: ImportedFile): string {
  const lines = Array.from({ length: rows }, (_, n) =>
    [
      `${mark}.${n}.${(n * 7919) % 10_007}@example${n % 500}.cz`,
      first[n % 8],
      last[n % 10],
      `+420${600_000_000 + n}`,
      `Dlouhá ${n % 200}`,
      "Praha",
      "11000",
      "CZ",
    ].join(";"),
  );
  return `${columns.join(";")}\n${lines.join("\n")}\n`;
}

type Importer = { port: number; company: CreatedCompany; listIds: readonly string[] };

export const createImporter = ({ environment, server, listId }: ImportTarget): Importer => ({
  port: server.port,
  company: environment.company,
  listIds: [listId],
});

/** Uploads a file and starts its import; returns the id of the import. */
export async function startImport({ port, company, listIds }: Importer, file: ImportedFile): Promise<string> {
  const { tenant, apiKey, shopId, purposeId } = company;
  const base = `http://127.0.0.1:${port}/api/v1/tenants/${tenant}`;
  const headers = { Authorization: `Bearer ${apiKey}` };
  const form = new FormData();
  form.set("file", new Blob([toCsv(file)]), `${file.mark}.csv`);
  const upload = await fetch(`${base}/imports/files`, { method: "POST", headers, body: form });
  const body = JSON.stringify({
    name: file.mark,
    source: "bench",
    fileId: await readField(upload, "fileId"),
    mapping: columns.map((column) => ({ column, target: column })),
    mode: "upsert",
    shopId,
    listIds,
    purposeId,
    consentConfirmed: true,
  });
  const json = { ...headers, "Content-Type": "application/json" };
  return readField(await fetch(`${base}/imports`, { method: "POST", headers: json, body }), "id");
}

async function readField(answer: Response, name: string): Promise<string> {
  const body: unknown = await answer.json();
  const value: unknown = answer.ok && typeof body === "object" ? Object(body)[name] : undefined;
  if (typeof value !== "string") throw new Error(`${answer.status} ${JSON.stringify(body)}`);
  return value;
}

export async function untilImported(
  { environment: { sql, company } }: ImportTarget,
  { id, rows }: { id: string; rows: number },
  appearance: () => void = () => undefined,
): Promise<void> {
  for (;;) {
    const [row] = await sql<{ status: string; result: { created: number } | null }[]>`
      select status, result from contact_import where tenant_id = ${company.tenantId} and id = ${id}`;
    if (row?.status === "completed" && row.result?.created === rows) return;
    if (row?.status === "failed" || row?.status === "completed") throw new Error(JSON.stringify(row));
    appearance();
    await delay(200);
  }
}
