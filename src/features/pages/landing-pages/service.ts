import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { copyName, conflictOnTakenName } from "../../../db/unique-names.ts";
import { accepts } from "../../../kernel/accepts.ts";
import { conflict, notFound, validation } from "../../../kernel/errors.ts";
import { toPage, type Paging } from "../../../kernel/schema.ts";
import { fold } from "../../../kernel/text.ts";
import { iso } from "../../../kernel/local-time.ts";
import { findPageSender } from "../preferences/queries.ts";
import { sanitizeLandingPage } from "./page-html.ts";
import { fillForms } from "./form-places.ts";
import { findFormsInPage } from "./shown-forms.ts";
import type { PageBlocks } from "./page-blocks.ts";
import * as queries from "./queries.ts";
import { renderPageBlocks } from "./render-blocks.ts";
import type { LandingPageChange, LandingPageInput } from "./shapes.ts";

type Change = Static<typeof LandingPageChange>;
type Content = Pick<queries.LandingPageWrite, "html" | "blocks" | "draft" | "version">;

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
  blocks: row.blocks,
  draft: row.draft,
  version: row.version,
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

/** Blocks and HTML written by hand replace each other; either of them ends the draft. */
function applyContentChange({ publicUrl }: Context, before: Content, { html, blocks, draft }: Change): Content {
  const version = before.version + 1;
  if (blocks !== undefined && html !== undefined) throw validation("html", accepts.withoutOther);
  if (blocks !== undefined) {
    const rendered = sanitizeLandingPage(renderPageBlocks(blocks), publicUrl);
    return { html: rendered, blocks, draft: draft ?? null, version };
  }
  if (html !== undefined)
    return { html: sanitizeLandingPage(html, publicUrl), blocks: null, draft: draft ?? null, version };
  const kept = { html: before.html, blocks: before.blocks };
  return draft === undefined ? { ...kept, draft: before.draft, version: before.version } : { ...kept, draft, version };
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
    ...applyContentChange(ctx, before, change),
    isPublished,
    publishedAt: isPublished ? (before.publishedAt ?? ctx.clock.now()) : null,
  };
}

export async function createLandingPage(ctx: Context, input: Static<typeof LandingPageInput>) {
  const { language } = await findPageSender(ctx.db, null);
  const name = input.name.trim();
  const empty: queries.LandingPageWrite = {
    name,
    slug: "",
    language,
    title: name,
    description: "",
    html: "",
    blocks: null,
    draft: null,
    version: 1,
    isPublished: false,
    publishedAt: null,
  };
  return insertLandingPage(ctx, { ...applyChange(ctx, empty, input), version: 1 });
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
      if (change.baseVersion !== undefined && change.baseVersion !== before.version)
        throw conflict("version", { current: before.version });
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
  return insertLandingPage(ctx, {
    ...applyChange(ctx, { ...source, slug: overrides.slug ?? "" }, { name, published: false }),
    version: 1,
  });
}

/** A page in blocks as visitors would see it; its parts have the class `block-<id>`. */
export async function previewLandingPage(ctx: Context, { blocks }: { blocks: PageBlocks }) {
  const page = renderPageBlocks(blocks, { hasMarks: true });
  const forms = await findFormsInPage(ctx, page);
  return { html: fillForms(page, new Map([...forms].map(([id, { html }]) => [id, html]))) };
}
