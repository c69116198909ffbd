import type { TenantDb } from "../db/tenant.ts";
import { emptySettings } from "../features/campaigns/settings.ts";
import { insertCampaign } from "../features/campaigns/queries.ts";
import { insertLinks } from "../features/delivery/links.queries.ts";
import { listVerifiedSenders } from "../features/sending/senders/queries.ts";
import { addMs, days, minutes } from "../kernel/local-time.ts";
import { insertSentEmails, type SentEmail } from "./automations/queries.ts";
import type { WrittenContact } from "./automations/histories.ts";
import type { Calendar } from "./calendar.ts";
import { numberedLinks, type CompileEmail, type DemoEmail } from "./emails.ts";
import type { Newsletter } from "./newsletters.ts";
import { draftCampaign, newsletterEmail } from "./words/campaigns.ts";
import { czechShop } from "./words/company.ts";
import { completeCampaign } from "./queries.ts";
import { writeContent } from "./templates.ts";

/** The number of newest newsletters that have a campaign; older ones have journal entries only. */
const campaignCount = 2;
const draftDaysAgo = 2;

type CampaignContent = {
  readonly name: string;
  readonly subject: string;
  readonly preheader: string;
  readonly email: DemoEmail;
};

/** The newsletters, the newest ones with the campaign that sent them to the readers of the Czech shop. */
export async function writeCampaigns(
  db: TenantDb,
  newsletters: readonly Newsletter[],
  { shopId, compile }: { readonly shopId: string; readonly compile: CompileEmail },
): Promise<Newsletter[]> {
  const older = newsletters.slice(0, -campaignCount);
  const newest = [];
  for (const newsletter of newsletters.slice(-campaignCount)) {
    const { subject, preheader, ...letter } = newsletterEmail(newsletter.subject);
    const page = `${czechShop.url}/${newsletter.subject.page}`;
    const email = await compile({ ...letter, href: page });
    const content = { name: subject, subject, preheader, email };
    const campaignId = await writeCampaign(db, shopId, { content, at: addMs(newsletter.at, -days(1)) });
    await insertLinks(db, { sourceId: campaignId, variantId: campaignId }, numberedLinks(page));
    newest.push({ ...newsletter, campaignId });
  }
  return [...older, ...newest];
}

export type WrittenDraft = { readonly id: string; readonly name: string; readonly at: Date };

export async function writeDraft(
  db: TenantDb,
  calendar: Calendar,
  { shopId, listId, compile }: { readonly shopId: string; readonly listId: string; readonly compile: CompileEmail },
): Promise<WrittenDraft> {
  const { name, email: letter } = draftCampaign;
  const { subject, preheader } = letter;
  const email = await compile({ ...letter, href: `${czechShop.url}/vanoce` });
  const content = { name, subject, preheader, email };
  const at = calendar.at(draftDaysAgo, 14 * 60);
  return { id: await writeCampaign(db, shopId, { content, at, listId }), name, at };
}

async function writeCampaign(
  db: TenantDb,
  shopId: string,
  { content, at, listId }: { readonly content: CampaignContent; readonly at: Date; readonly listId?: string },
): Promise<string> {
  const [sender] = await listVerifiedSenders(db, shopId);
  const { name, subject, preheader, email } = content;
  const audience = { ...emptySettings.audience, listIds: listId === undefined ? [] : [listId] };
  const settings = { ...emptySettings, name, shopId, subject, preheader, audience, senderId: sender?.id ?? null };
  const id = await insertCampaign(db, settings, at);
  await writeContent(db, { kind: "campaign", id }, { ...email, at });
  return id;
}

/** The messages of the campaigns, equal to what the journal says about them. */
export async function writeCampaignMessages(
  db: TenantDb,
  newsletters: readonly Newsletter[],
  { contacts, listId }: { readonly contacts: readonly WrittenContact[]; readonly listId: string },
): Promise<void> {
  const audience = { ...emptySettings.audience, listIds: [listId] };
  for (const { campaignId, at } of newsletters) {
    if (campaignId === undefined) continue;
    const messages = contacts.flatMap((contact) => findMessage(contact, campaignId) ?? []);
    await insertSentEmails(db, messages);
    const last = messages.reduce((latest, { sentAt }) => (sentAt > latest ? sentAt : latest), at);
    const finishedAt = addMs(last, minutes(1));
    await completeCampaign(db, campaignId, { startedAt: at, finishedAt, recipients: messages.length, audience });
  }
}

function findMessage(
  { contactId, row: { email }, records }: WrittenContact,
  campaignId: string,
): SentEmail | undefined {
  const events = records.events.filter(({ payload }) => "campaignId" in payload && payload.campaignId === campaignId);
  const findTime = (type: string): Date | null => events.find((event) => event.type === type)?.at ?? null;
  const sentAt = findTime("email_sent");
  if (sentAt === null) return undefined;
  return {
    sourceId: campaignId,
    contactId,
    domain: email.slice(email.indexOf("@") + 1),
    state: findTime("email_bounced") === null ? "sent" : "hardbounced",
    sentAt,
    openedAt: findTime("email_opened"),
    clickedAt: findTime("email_clicked"),
  };
}
