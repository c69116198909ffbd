import type { Static } from "typebox";
import type { TenantDb } from "../../db/tenant.ts";
import { findListDefaults } from "./audience/queries.ts";
import { findOnlyList, type Audience } from "./audience/shapes.ts";
import type { CampaignSettings } from "./queries.ts";
import type { CampaignChange } from "./shapes.ts";

/** What a list gives a campaign that is sent to it alone; empty values give nothing. */
type Defaults = Pick<CampaignSettings, "senderId" | "fromName" | "replyTo">;

const nothing: Defaults = { senderId: null, fromName: "", replyTo: "" };

async function findDefaults(db: TenantDb, audience: Audience, shopId: string): Promise<Defaults> {
  const listId = findOnlyList(audience);
  return (listId === undefined ? undefined : await findListDefaults(db, listId, shopId)) ?? nothing;
}

type Change = Partial<Static<typeof CampaignChange>>;

/** A new draft: what the request leaves out, and a sender and a name that it leaves empty. */
export async function withListDefaults(
  db: TenantDb,
  settings: CampaignSettings,
  input: Change,
): Promise<CampaignSettings> {
  const defaults = await findDefaults(db, settings.audience, settings.shopId);
  return {
    ...settings,
    senderId: settings.senderId ?? defaults.senderId,
    fromName: settings.fromName || defaults.fromName,
    replyTo: input.replyTo === undefined ? settings.replyTo || defaults.replyTo : settings.replyTo,
  };
}

/**
 * A changed audience: values that are empty or came from the list before follow it, unless the request names them. Without new
 * ones the name and the address for replies are the sender's again.
 */
export async function withNewListDefaults(
  db: TenantDb,
  settings: CampaignSettings,
  { before, change }: { readonly before: CampaignSettings; readonly change: Change },
): Promise<CampaignSettings> {
  if (change.audience === undefined) return settings;
  const [old, defaults] = await Promise.all([
    findDefaults(db, before.audience, before.shopId),
    findDefaults(db, settings.audience, settings.shopId),
  ]);
  const follows = (field: keyof Defaults): boolean =>
    change[field] === undefined && (settings[field] === nothing[field] || settings[field] === old[field]);
  return {
    ...settings,
    senderId: follows("senderId") ? (defaults.senderId ?? settings.senderId) : settings.senderId,
    fromName: follows("fromName") ? defaults.fromName : settings.fromName,
    replyTo: follows("replyTo") ? defaults.replyTo : settings.replyTo,
  };
}
