import type { Context } from "../../context.ts";
import type { Part } from "../../db/parts.ts";
import type { SqlNode } from "../../db/sql-node.ts";
import { anyOf } from "../../hooks/any-of.sql.ts";
import { defineHooks, type HookedProcess } from "../../hooks/hook-point.ts";
import { deleteContactLabels } from "../labels/assignments.sql.ts";

export type ErasedContact = { readonly id: string; readonly email: string; readonly fingerprint: Buffer };

/** Gives rows that a deleted contact left behind to the new contacts with the same address. */
export type InsertLink = {
  /** Parts of the statement that inserts the contacts `new (tenant_id, id, email)`. */
  readonly parts: readonly Part<SqlNode>[];
  /** Those of them that the condition reads. */
  readonly reads: readonly string[];
  /** A condition on `new`: the contact got a row. */
  readonly isLinked: SqlNode;
};

type ContactHooks = {
  readonly onInsert?: (tenantId: string) => readonly InsertLink[];
  /** Runs in the erasing transaction, before the contact is deleted. */
  readonly beforeErase?: (ctx: Context, contact: ErasedContact) => Promise<void>;
  /** Removes or redacts what the feature keeps about a person. Runs in the erasing transaction, after the contact is deleted. */
  readonly onErase?: (ctx: Context, contact: ErasedContact) => Promise<void>;
  /** Statements that delete, or unlink, the rows of the contacts in the CTE `old` that no foreign key deletes, and correct totals. */
  readonly onDelete?: (tenantId: string, at: Date) => readonly SqlNode[];
  /** A condition on `contact c`: something of this feature uses the contact. */
  readonly contactUse?: (ctx: Context) => Promise<SqlNode>;
  /** A condition on `contact c`: an approved e-mail to the contact is not written as a message yet. */
  readonly approvedMail?: (ctx: Context) => Promise<SqlNode>;
};

export const contactHooks = defineHooks<ContactHooks>("contacts");

export const insertLinks = (process: HookedProcess, tenantId: string): readonly InsertLink[] =>
  contactHooks.in(process).flatMap(({ onInsert }) => onInsert?.(tenantId) ?? []);

/** Statements over the contacts in the CTE `old`, which are about to be deleted. */
export const statementsOfDeletion = (process: HookedProcess, tenantId: string, at: Date): readonly SqlNode[] => [
  deleteContactLabels(tenantId),
  ...contactHooks.in(process).flatMap(({ onDelete }) => onDelete?.(tenantId, at) ?? []),
];

/** A condition on `contact c`: another feature uses the contact. */
export async function anyContactUse(ctx: Context): Promise<SqlNode> {
  const uses = await Promise.all(contactHooks.in(ctx).map(async ({ contactUse }) => contactUse?.(ctx)));
  return anyOf(uses.flatMap((use) => use ?? []));
}

/** A condition on `contact c`: some approved e-mail to the contact is not written as a message yet. */
export async function anyApprovedMail(ctx: Context): Promise<SqlNode> {
  const mails = await Promise.all(contactHooks.in(ctx).map(async ({ approvedMail }) => approvedMail?.(ctx)));
  return anyOf(mails.flatMap((mail) => mail ?? []));
}
