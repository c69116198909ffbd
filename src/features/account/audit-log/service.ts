import type { Static } from "typebox";
import type { Context, Services } from "../../../context.ts";
import type { SystemDb, TenantDb } from "../../../db/tenant.ts";
import { deleteAuditCounts, listCompaniesToSeal, purgeEntries, sealEntries } from "../../../journal/audit-chain.ts";
import { accepts } from "../../../kernel/accepts.ts";
import { validation } from "../../../kernel/errors.ts";
import { addMs, days, parseInstant } from "../../../kernel/local-time.ts";
import { toPage } from "../../../kernel/schema.ts";
import type { Log } from "../../../log/log.ts";
import type { auditLogRoutes } from "./contract.ts";
import { findObjectNames, objectKey } from "./object-names.queries.ts";
import * as queries from "./queries.ts";

type AuditQuery = Static<(typeof auditLogRoutes.records.listAuditLog)["query"]>;

export async function listAuditLog({ db }: Context, query: AuditQuery) {
  const { from, to, page: _page, pageSize: _pageSize, ...others } = query;
  const { page, pageSize, offset } = toPage(query);
  const filters = {
    ...others,
    ...(from === undefined ? {} : { from: parseTime("from", from) }),
    ...(to === undefined ? {} : { to: parseTime("to", to) }),
  };
  const [rows, total] = await Promise.all([
    queries.listAuditEntries(db, { ...filters, offset, pageSize }),
    queries.countAuditEntries(db, filters),
  ]);
  const names = await findObjectNames(db, rows);
  const items = rows.map(({ objectKind, objectId, actor: kind, ...row }) => {
    const { id, at, operation, outcome, address, agent, ...actor } = row;
    return {
      id,
      at: at.toISOString(),
      actor: { kind, ...actor },
      operation,
      object: { kind: objectKind, id: objectId, name: names.get(objectKey({ objectKind, objectId })) ?? null },
      outcome,
      address,
      agent,
    };
  });
  return { items, total, page, pageSize };
}

function parseTime(field: string, text: string): Date {
  const at = parseInstant(text);
  if (at === undefined) throw validation(field, accepts.time);
  return at;
}

type SealingServices = Pick<Services, "clock"> & { readonly db: SystemDb; readonly log: Log };

/** A failure in one company must not stop the others. */
export async function sealRecentEntries({ db, clock, log }: SealingServices): Promise<void> {
  const { tenantIds, since } = await listCompaniesToSeal(db, clock.now());
  for (const tenantId of tenantIds) {
    await sealEntries(db.forTenant(tenantId), since).catch((error: unknown) =>
      log.error({ err: error, tenantId }, "cannot seal the audit log"),
    );
  }
}

/** Every night: entries that were committed too late for the run of their minute are sealed before old ones are deleted. */
export async function maintainAuditLog(db: TenantDb, now: Date): Promise<void> {
  await sealEntries(db, "all");
  await purgeEntries(db);
  await deleteAuditCounts(db, addMs(now, -days(1)));
}
