import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { copyName, conflictOnTakenName } from "../../../db/unique-names.ts";
import { conflict, notFound } from "../../../kernel/errors.ts";
import { toPage, type Paging } from "../../../kernel/schema.ts";
import { fold } from "../../../kernel/text.ts";
import { iso } from "../../../kernel/local-time.ts";
import { findPageSender } from "../preferences/queries.ts";
import { sanitizeLandingPage } from "./page-html.ts";
import * as queries from "./queries.ts";
import type { LandingPageChange, LandingPageInput } from "./shapes.ts";

type Change = Static<typeof LandingPageChange>;

const presentLandingPageRow = ({ publicUrl }: Context, row: queries.LandingPageSummary) => {
  const { isPublished, publishedAt, createdAt, updatedAt, ...page } = row;
  return {
    ...page,
    url: `${publicUrl}/l/${row.slug}`,
    published: isPublished,
    publishedAt: iso(publishedAt),
    createdAt: createdAt.toISOString(),
    updatedAt: iso(updatedAt),
  };
};

const presentLandingPage = (ctx: Context, row: queries.LandingPageRecord) => ({
  ...presentLandingPageRow(ctx, row),
  html: row.html,
});

export async function listLandingPages(
  ctx: Context,
  query: Paging & Omit<queries.LandingPageRequest, "limit" | "offset">,
) {
  const { page, pageSize, offset } = toPage(query);
  const { total, rows } = await queries.listLandingPages(ctx.db, { ...query, limit: pageSize, offset });
  return { items: rows.map((row) => presentLandingPageRow(ctx, row)), total, page, pageSize };
}

async function getLandingPageRecord({ db }: Context, id: string): Promise<queries.LandingPageRecord> {
  const row = await queries.findLandingPage(db, id);
  if (row === undefined) throw notFound("landing_page");
  return row;
}

export async function getLandingPage(ctx: Context, id: string) {
  return presentLandingPage(ctx, await getLandingPageRecord(ctx, id));
}

/** Applies the given fields to the stored values. */
function applyChange(ctx: Context, before: queries.LandingPageWrite, change: Change): queries.LandingPageWrite {
  const isPublished = change.published ?? before.isPublished;
  return {
    name: change.name?.trim() ?? before.name,
    slug: change.slug ?? before.slug,
    language: change.language ?? before.language,
    title: change.title?.trim() ?? before.title,
    description: change.description?.trim() ?? before.description,
    html: change.html === undefined ? before.html : sanitizeLandingPage(change.html, ctx.publicUrl),
    isPublished,
    publishedAt: isPublished ? (before.publishedAt ?? ctx.clock.now()) : null,
  };
}

export async function createLandingPage(ctx: Context, input: Static<typeof LandingPageInput>) {
  const { language } = await findPageSender(ctx.db, null);
  const name = input.name.trim();
  const empty = {
    name,
    slug: "",
    language,
    title: name,
    description: "",
    html: "",
    isPublished: false,
    publishedAt: null,
  };
  return insertLandingPage(ctx, applyChange(ctx, empty, input));
}

function insertLandingPage(ctx: Context, page: queries.LandingPageWrite) {
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      const { db, clock } = inner;
      const id = await queries.insertLandingPage(db, page, clock.now());
      db.created(id);
      const slug = page.slug === "" ? await claimFreeSlug(inner, page.name, id) : await claimSlug(inner, page.slug, id);
      if (slug !== page.slug) await queries.updateLandingPage(db, id, { ...page, slug }, null);
      return getLandingPage(inner, id);
    }),
  );
}

async function claimSlug({ db }: Context, slug: string, id: string): Promise<string> {
  if (!(await queries.claimSlug(db, slug, id))) throw conflict("slug");
  return slug;
}

const maxSlugAttempts = 50;

/** Derives a slug from the name: `jarni-sleva`, `jarni-sleva-2` … */
async function claimFreeSlug(ctx: Context, name: string, id: string): Promise<string> {
  const words = fold(name)
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 90)
    .replace(/^-+|-+$/g, "");
  const stem = words === "" ? "page" : words;
  for (let number = 1; number <= maxSlugAttempts; number += 1) {
    const slug = number === 1 ? stem : `${stem}-${number}`;
    if (await queries.claimSlug(ctx.db, slug, id)) return slug;
  }
  return claimSlug(ctx, `${stem}-${id}`, id);
}

export function updateLandingPage(ctx: Context, id: string, change: Change) {
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      const before = await queries.lockLandingPage(inner.db, id);
      if (before === undefined) throw notFound("landing_page");
      const page = applyChange(inner, before, change);
      if (page.slug !== before.slug) {
        await queries.releaseSlugs(inner.db, id);
        await claimSlug(inner, page.slug, id);
      }
      await queries.updateLandingPage(inner.db, id, page, inner.clock.now());
      return getLandingPage(inner, id);
    }),
  );
}

export async function deleteLandingPage(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async ({ db }) => {
    if (!(await queries.deleteLandingPage(db, id))) throw notFound("landing_page");
    await queries.releaseSlugs(db, id);
  });
}

export async function copyLandingPage(ctx: Context, id: string, overrides: { name?: string; slug?: string }) {
  const source = await getLandingPageRecord(ctx, id);
  const name = await copyName(ctx, queries.landingPageNames, source.name, overrides.name);
  return insertLandingPage(
    ctx,
    applyChange(ctx, { ...source, slug: overrides.slug ?? "" }, { name, published: false }),
  );
}
