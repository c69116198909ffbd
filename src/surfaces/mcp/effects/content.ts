import {
  listCouponReaders,
  listFeedReaders,
  listFooterReaders,
  listSignatureReaders,
  listTemplateReaders,
} from "../../../features/automations/reactions/mailers.ts";
import { findStack } from "../../../features/coupons/queries.ts";
import { findFooter } from "../../../features/content/footers/queries.ts";
import { findList } from "../../../features/lists/queries.ts";
import { objectIn } from "../previews/preview.ts";
import { byArgument, given, isAnyGiven, isSet, isTrue, nothing, type Decide, type Decisions } from "./effect.ts";

const readersOfTemplate =
  (kinds: readonly ("automation" | "form")[]): Decide =>
  async (ctx, { params }) => ({ found: await listTemplateReaders(ctx, String(params["template_id"]), kinds) });

/** What is read of the template itself while its e-mails are sent. An empty subject is the name. */
const readOfTemplate = {
  automation: ["preheader", "footerId"],
  form: ["name", "subject", "preheader", "footerId"],
} as const;

const footer: Decide = async (ctx) => ({ found: await listFooterReaders(ctx) });

const notices = ["notifyOnAdd", "notifyOnUnsubscribe"] as const;
const switchedOnNotices = (body: unknown) =>
  notices.filter((argument) => given(body, argument, isTrue)).map((argument) => byArgument(argument, "sends"));

/** The first download is at once, and its URL says what its author wants. */
const feedUrl = (body: unknown) => (given(body, "url", isSet) ? [byArgument("url", "discloses")] : []);

/** Lists, templates, footers, feeds and coupons: what e-mails and notices are made of. */
export const contentDecisions: Decisions = {
  createList: (_, { body }) => ({ found: switchedOnNotices(body) }),
  updateList: async (ctx, { params, body }) => ({
    found: [
      ...switchedOnNotices(body),
      ...(given(body, "signatureHtml") ? await listSignatureReaders(ctx, { listId: String(params["list_id"]) }) : []),
    ],
  }),
  copyList: async ({ db }, { params }) => {
    const list = await findList(db, String(params["list_id"]));
    if (list === undefined || !(list.notifyOnAdd || list.notifyOnUnsubscribe)) return nothing;
    return { found: [{ by: "list", id: list.id, name: list.name, effects: ["sends"] }] };
  },
  updateTemplate: (ctx, input) => {
    const kinds = (["automation", "form"] as const).filter((kind) => isAnyGiven(input.body, readOfTemplate[kind]));
    return kinds.length === 0 ? nothing : readersOfTemplate(kinds)(ctx, input);
  },
  publishTemplate: readersOfTemplate(["automation", "form"]),
  // What an active automation sends changes only when it is published.
  saveTemplateContent: readersOfTemplate(["form"]),
  convertTemplate: readersOfTemplate(["form"]),
  publishFooter: footer,
  makeFooterDefault: footer,
  unmakeFooterDefault: footer,
  // A referenced footer is not deleted; the default one needs no reference.
  deleteFooter: async (ctx, input) => {
    const found = await findFooter(ctx.db, String(input.params["footer_id"]));
    return found?.isDefault === true ? footer(ctx, input) : nothing;
  },
  createFeed: (_, { body }) => ({ found: feedUrl(body) }),
  updateFeed: async (ctx, { params, body }) => ({
    found: [
      ...feedUrl(body),
      ...(isAnyGiven(body, ["url", "mapping", "currency"])
        ? await listFeedReaders(ctx, String(params["feed_id"]))
        : []),
    ],
  }),
  createCouponStack: async (ctx, { body }) => ({
    found: await listCouponReaders(ctx, String(objectIn(body)["mergeKey"])),
  }),
  addCouponCodes: async (ctx, { params }) => {
    const stack = await findStack(ctx.db, String(params["stack_id"]));
    return stack === undefined ? nothing : { found: await listCouponReaders(ctx, stack.mergeKey) };
  },
};
