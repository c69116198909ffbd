import type { Static } from "typebox";
import type { Context } from "../../../context.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { deleteAuditBefore } from "../../../journal/audit.ts";
import { validation } from "../../../kernel/errors.ts";
import { addMonths, parseInstant } from "../../../kernel/local-time.ts";
import { pageOf } from "../../../kernel/schema.ts";
import type { auditLogRoutes } from "./contract.ts";
import * as queries from "./queries.ts";

type AuditQuery = Static<(typeof auditLogRoutes.records.listAuditLog)["query"]>;

const keptMonths = 24;

export async function listAuditLog({ db }: Context, query: AuditQuery) {
  const { from, to, page: _page, pageSize: _pageSize, ...others } = query;
  const { page, pageSize, offset } = pageOf(query);
  const filters = {
    ...others,
    ...(from === undefined ? {} : { from: timeOf("from", from) }),
    ...(to === undefined ? {} : { to: timeOf("to", to) }),
  };
  const [rows, total] = await Promise.all([
    queries.listAuditEntries(db, { ...filters, offset, pageSize }),
    queries.countAuditEntries(db, filters),
  ]);
  const items = rows.map(({ id, at, operation, objectKind, objectId, actor: kind, ...actor }) => ({
    id,
    at: at.toISOString(),
    actor: { kind, ...actor },
    operation,
    object: { kind: objectKind, id: objectId },
  }));
  return { items, total, page, pageSize };
}

function timeOf(field: string, text: string): Date {
  const at = parseInstant(text);
  if (at === undefined) throw validation(field);
  return at;
}

export const deleteOldAuditEntries = (db: TenantDb, now: Date): Promise<void> =>
  deleteAuditBefore(db, addMonths(now, -keptMonths));
