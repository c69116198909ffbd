import type { Context } from "../../../context.ts";
import { couponKeysIn } from "../../../mail/render/coupon-keys.ts";
import { listCampaignsUnderway } from "../../campaigns/underway.queries.ts";
import { namesFeed } from "../../feeds/references.ts";
import * as queries from "./mailers.queries.ts";
import { listActiveGraphs } from "./reactions.queries.ts";
import type { Reaction } from "./reaction.ts";

type Mailer = Reaction & {
  readonly shopId: string;
  /** It looks for its footer while it sends; campaigns keep that of their approval. */
  readonly readsFooter: boolean;
  /** Texts with merge tags that no content has. */
  readonly parts: readonly string[];
};

const sends = ["sends"] as const;

/** What mails people without any further decision: active automations with e-mails, campaigns under way and active forms. */
async function findMailers({ db }: Context): Promise<Mailer[]> {
  const automations = (await listActiveGraphs(db)).flatMap(({ id, name, shopId, graph }): Mailer[] => {
    const emails = graph.nodes.filter(({ type }) => type === "email");
    const parts = emails.flatMap(({ config }) =>
      [config["subject"], config["preheader"]].filter((text) => typeof text === "string"),
    );
    return emails.length === 0
      ? []
      : [{ by: "automation", id, name, effects: sends, shopId, readsFooter: true, parts }];
  });
  const forms = (await queries.listActiveForms(db)).map(({ id, name, shopId, hasTemplate }): Mailer => ({
    by: "form",
    id,
    name,
    effects: sends,
    shopId,
    readsFooter: hasTemplate,
    parts: [],
  }));
  const campaigns = (await listCampaignsUnderway(db)).map(({ id, name, shopId }): Mailer => ({
    by: "campaign",
    id,
    name,
    effects: sends,
    shopId,
    readsFooter: false,
    parts: [],
  }));
  return [...automations, ...forms, ...campaigns];
}

const toReactions = (mailers: readonly Mailer[]): Reaction[] =>
  mailers.map(({ by, id, name, effects }) => ({ by, id, name, effects }));

/** What reads names, addresses and signatures of the company while it sends; with `shopId`, for this shop. */
export async function listMailers(ctx: Context, shopId?: string): Promise<Reaction[]> {
  const mailers = await findMailers(ctx);
  return toReactions(mailers.filter((mailer) => shopId === undefined || mailer.shopId === shopId));
}

/** What looks for its footer while it sends. */
export const listFooterReaders = async (ctx: Context): Promise<Reaction[]> =>
  toReactions((await findMailers(ctx)).filter(({ readsFooter }) => readsFooter));

/** Active automations and forms that send the template. */
export async function listTemplateReaders(
  ctx: Context,
  templateId: string,
  kinds: readonly Reaction["by"][],
): Promise<Reaction[]> {
  const uses = await queries.listActiveTemplateUses(ctx.db, templateId);
  return (await listMailers(ctx)).filter(
    ({ by, id }) => kinds.includes(by) && uses.some((use) => use.kind === by && use.id === id),
  );
}

/** Campaigns under way whose audience is the list or the segment alone: they show its signature. */
export async function listSignatureReaders(
  { db }: Context,
  source: { readonly listId: string } | { readonly segmentId: string },
): Promise<Reaction[]> {
  const campaigns = await listCampaignsUnderway(db);
  return campaigns
    .filter(({ audience: { listIds = [], segmentIds = [] } }) => {
      const [only, ...others] = [...listIds, ...segmentIds];
      if (others.length > 0) return false;
      return "listId" in source
        ? only === source.listId && listIds.length === 1
        : only === source.segmentId && segmentIds.length === 1;
    })
    .map(({ id, name }) => ({ by: "campaign", id, name, effects: sends }));
}

type Naming = { readonly text: string; readonly isNamedIn: (parts: readonly string[]) => boolean };

/** What is being sent and names an object in its content. */
async function listMailersNaming(ctx: Context, { text, isNamedIn }: Naming): Promise<Reaction[]> {
  const mailers = await findMailers(ctx);
  if (mailers.length === 0) return [];
  const contents = (await queries.listSentContentWith(ctx.db, text)).filter(({ parts }) => isNamedIn(parts));
  const isInFooter = contents.some(({ kind }) => kind === "footer");
  return toReactions(
    mailers.filter(
      ({ by, id, readsFooter, parts }) =>
        (isInFooter && readsFooter) ||
        isNamedIn(parts) ||
        contents.some((content) => content.kind === by && content.id === id),
    ),
  );
}

/** What shows items of the feed. */
export const listFeedReaders = (ctx: Context, feedId: string): Promise<Reaction[]> =>
  listMailersNaming(ctx, { text: feedId, isNamedIn: (parts) => namesFeed(parts, feedId) });

/** What sends codes of the stack: messages without a code wait for new ones. */
export const listCouponReaders = (ctx: Context, mergeKey: string): Promise<Reaction[]> =>
  listMailersNaming(ctx, { text: "coupon", isNamedIn: (parts) => couponKeysIn(parts).includes(mergeKey) });
