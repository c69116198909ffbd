import { inTransaction, type Context } from "../../../context.ts";
import { notFound } from "../../../kernel/errors.ts";
import type { Paging } from "../../../kernel/schema.ts";
import { issuesOf } from "../../content/checks/service.ts";
import { findFooterHtml } from "../../content/footers/queries.ts";
import { requestTest } from "../../content/test-emails/service.ts";
import * as versions from "../../content/versions/service.ts";
import type { ContentWrite } from "../../content/versions/shapes.ts";
import { compile, getSource } from "../../content/versions/source.ts";
import { getRecord, ownerOf } from "../service.ts";
import { refuseIn } from "../transitions.ts";
import { findContentUnit, lockContentUnit, type ContentUnit } from "../units.ts";

export async function getUnit({ db }: Context, id: string): Promise<ContentUnit> {
  const unit = await findContentUnit(db, id);
  if (unit === undefined) throw notFound("campaign");
  return unit;
}

export async function getContent(ctx: Context, id: string) {
  await getUnit(ctx, id);
  return versions.getContent(ctx, ownerOf(id));
}

/** Compiled before the lock is taken: it takes a while. */
export async function saveContent(ctx: Context, id: string, write: ContentWrite) {
  const source = getSource(write);
  const { status, campaignId, subject, preheader } = await getUnit(ctx, id);
  refuseIn(status, "edit");
  const compiled = await compile(source, write.text ?? null);
  const footerHtml = (await findFooterHtml(ctx.db, await getRecord(ctx, campaignId))) ?? "";
  const content = { ...compiled, issues: await issuesOf(ctx, compiled, { subject, preheader, footerHtml }) };
  return inTransaction(ctx, async (inner) => {
    const unit = await lockContentUnit(inner.db, id);
    if (unit === undefined) throw notFound("campaign");
    refuseIn(unit.status, "edit");
    const save = { baseVersion: write.baseVersion, isPublished: true };
    return versions.save(inner, ownerOf(id), content, save);
  });
}

export async function listVersions(ctx: Context, id: string, query: Paging) {
  await getUnit(ctx, id);
  return versions.listVersions(ctx, ownerOf(id), query);
}

export async function getVersion(ctx: Context, id: string, version: string) {
  await getUnit(ctx, id);
  return versions.getVersion(ctx, ownerOf(id), version);
}

export async function test(ctx: Context, id: string, emails: readonly string[] | undefined) {
  await getUnit(ctx, id);
  return requestTest(ctx, ownerOf(id), emails);
}
