import {
  oneLine,
  renderServiceMail,
  type MailLanguage,
  type ServiceMail,
} from "../../../mail/service-mail-template.ts";

export const approvalEvents = ["requested", "approved", "returned"] as const;
export type ApprovalEvent = (typeof approvalEvents)[number];

export type ApprovalMailInput = {
  readonly language: MailLanguage;
  readonly url: string;
  readonly event: ApprovalEvent;
  readonly companyName: string;
  readonly campaignName: string;
  readonly recipients: number;
  /** Address of who asked or decided. */
  readonly by: string;
  readonly comment: string;
};

type Wording = {
  readonly subject: Readonly<Record<ApprovalEvent, (campaign: string) => string>>;
  readonly lead: Readonly<Record<ApprovalEvent, (by: string, campaign: string) => string>>;
  /** A colon, because Czech and Slovak then need no plural forms. */
  readonly recipients: (count: number) => string;
  readonly comment: (comment: string) => string;
  readonly button: Readonly<Record<ApprovalEvent, string>>;
  readonly foot: (company: string) => string;
};

const wordings: Readonly<Record<MailLanguage, Wording>> = {
  cs: {
    subject: {
      requested: (campaign) => `Kampaň „${campaign}“ čeká na vaše schválení`,
      approved: (campaign) => `Kampaň „${campaign}“ je schválená`,
      returned: (campaign) => `Kampaň „${campaign}“ se vám vrací k úpravě`,
    },
    lead: {
      requested: (by, campaign) => `${by} vás žádá o schválení kampaně „${campaign}“.`,
      approved: (by, campaign) => `${by} schválil kampaň „${campaign}“. Teď ji můžete odeslat.`,
      returned: (by, campaign) => `${by} vám vrací kampaň „${campaign}“ k úpravě.`,
    },
    recipients: (count) => `Počet příjemců: ${count}.`,
    comment: (comment) => `Vzkaz: ${comment}`,
    button: { requested: "Podívat se a rozhodnout", approved: "Otevřít schválení", returned: "Otevřít vzkaz" },
    foot: (company) => `Firma: ${company}.`,
  },
  sk: {
    subject: {
      requested: (campaign) => `Kampaň „${campaign}“ čaká na vaše schválenie`,
      approved: (campaign) => `Kampaň „${campaign}“ je schválená`,
      returned: (campaign) => `Kampaň „${campaign}“ sa vám vracia na úpravu`,
    },
    lead: {
      requested: (by, campaign) => `${by} vás žiada o schválenie kampane „${campaign}“.`,
      approved: (by, campaign) => `${by} schválil kampaň „${campaign}“. Teraz ju môžete odoslať.`,
      returned: (by, campaign) => `${by} vám vracia kampaň „${campaign}“ na úpravu.`,
    },
    recipients: (count) => `Počet príjemcov: ${count}.`,
    comment: (comment) => `Odkaz: ${comment}`,
    button: { requested: "Pozrieť sa a rozhodnúť", approved: "Otvoriť schválenie", returned: "Otvoriť odkaz" },
    foot: (company) => `Firma: ${company}.`,
  },
  en: {
    subject: {
      requested: (campaign) => `The campaign “${campaign}” waits for your approval`,
      approved: (campaign) => `The campaign “${campaign}” is approved`,
      returned: (campaign) => `The campaign “${campaign}” comes back to you`,
    },
    lead: {
      requested: (by, campaign) => `${by} asks you to approve the campaign “${campaign}”.`,
      approved: (by, campaign) => `${by} approved the campaign “${campaign}”. You can send it now.`,
      returned: (by, campaign) => `${by} returned the campaign “${campaign}” to you for changes.`,
    },
    recipients: (count) => `Recipients: ${count}.`,
    comment: (comment) => `Comment: ${comment}`,
    button: { requested: "Look and decide", approved: "Open the approval", returned: "Open the comment" },
    foot: (company) => `Company: ${company}.`,
  },
};

export function approvalMail(input: ApprovalMailInput): ServiceMail {
  const { event, companyName, campaignName, recipients, by, comment } = input;
  const wording = wordings[input.language];
  const lead = [
    wording.lead[event](by, campaignName),
    wording.recipients(recipients),
    ...(comment === "" ? [] : [wording.comment(comment)]),
  ].join(" ");
  return renderServiceMail(input, {
    subject: oneLine(wording.subject[event](campaignName)),
    lead,
    button: wording.button[event],
    foot: wording.foot(companyName),
  });
}
