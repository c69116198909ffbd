import type { TenantDb } from "../../db/tenant.ts";
import { pickLiveValues } from "../contacts/fields/values.ts";
import type { CompiledContent } from "./compiled-campaign.ts";
import { signToken, type TokenPurpose } from "../../kernel/public-token.ts";
import type { CompiledMessages, OwnValues } from "../../message-source.ts";
import { couponAssignment } from "../coupons/email-coupons.ts";
import type { MergeContact, MergeBlocks, MergeLinks, MergeValues } from "../../mail/render/values.ts";

/** URLs are signed lazily: most e-mails use two of the four. */
class RecipientLinks implements MergeLinks {
  readonly #content: CompiledContent;
  readonly #contactId: string;
  #unsubscribe: string | undefined;

  constructor(content: CompiledContent, contactId: string) {
    this.#content = content;
    this.#contactId = contactId;
  }

  get unsubscribe() {
    this.#unsubscribe ??= this.#address("u", "unsubscribe");
    return this.#unsubscribe;
  }

  /** The unsubscribe page also offers the preferences. */
  get preferences() {
    return this.unsubscribe;
  }

  get browser() {
    return this.#address("v", "browser");
  }

  /** Campaigns send no confirmation links. */
  readonly confirmation = "";

  #address(page: string, purpose: TokenPurpose): string {
    return `${this.#content.publicUrl}/${page}/${tokenOf(this.#content, this.#contactId, purpose)}`;
  }
}

const tokenOf = ({ tokenKey, tenantId, campaignId }: CompiledContent, contactId: string, purpose: TokenPurpose) =>
  signToken(tokenKey, { purpose, tenantId, campaignId, contactId });

export function mergeValuesFor(
  content: CompiledContent,
  contact: MergeContact & { id: string },
  { today, coupons, blocks = content.blocks }: { readonly today: string } & OwnValues,
): MergeValues {
  const { company, shop, fields, signature } = content;
  const { customFields } = contact;
  return {
    contact: customFields === undefined ? contact : { ...contact, customFields: pickLiveValues(fields, customFields) },
    company,
    shop,
    fields,
    links: new RecipientLinks(content, contact.id),
    coupons,
    blocks,
    signature,
    token: content.hasToken ? tokenOf(content, contact.id, "click") : "",
    today,
  };
}

/** The parts of compiled messages that differ by recipient. */
export const recipientParts = (
  content: CompiledContent,
): Pick<CompiledMessages, "assignCoupons" | "findBlocks" | "lacksItems" | "valuesFor"> => ({
  ...couponAssignment(content.stacks),
  ...(content.requiredBlocks.length === 0
    ? {}
    : { lacksItems: (own = content.blocks) => content.requiredBlocks.some((tag) => own[tag] === undefined) }),
  ...(content.personalBlocks === undefined
    ? {}
    : { findBlocks: ({ db }, contactIds) => findOwnBlocks(db, content, contactIds) }),
  valuesFor: (contact, today, own) => mergeValuesFor(content, contact, { today, ...own }),
});

/** All blocks of contacts that see other products than most. */
export async function findOwnBlocks(
  db: TenantDb,
  { blocks, personalBlocks }: Pick<CompiledContent, "blocks" | "personalBlocks">,
  contactIds: readonly string[],
): Promise<ReadonlyMap<string, MergeBlocks>> {
  const own = await personalBlocks?.(db, contactIds);
  return new Map([...(own ?? [])].map(([contactId, found]) => [contactId, { ...blocks, ...found }]));
}
