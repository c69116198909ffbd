import { ApiError } from "../../../kernel/errors.ts";
import type { Json, OperationInput } from "../arguments.ts";
import { listEmailNodes, readPublishedContent, readTemplate } from "../previews/email-templates.ts";
import { readItems, objectIn, picked, type Read } from "../previews/preview.ts";

/** An e-mail as it will look: rendered for a sample contact by the renderer that sends. */
export type CardEmail = {
  readonly title: string;
  readonly subject: string;
  readonly preheader: string;
  /** Null when it cannot be rendered or is too long for the card. */
  readonly html: string | null;
};

/** The key in the `_meta` of a result, which is for the card, not for the assistant. */
export const cardEmailsKey = "postrider/emails";

const maxBytes = 400_000;
const maxRendered = 12;

type Source = { readonly title: string; readonly texts: Json; readonly readContent: () => Promise<Json> };
type FindSources = (read: Read, input: OperationInput) => Promise<readonly Source[]>;

const sources: Readonly<Record<string, FindSources>> = {
  approveCampaign: async (read, { params }) => {
    const [campaign, variants] = await Promise.all([read("getCampaign", { params }), read("listVariants", { params })]);
    const contentReader = (id: unknown) => () => read("getCampaignContent", { params: { campaign_id: id } });
    const { shopId, footerId } = campaign;
    return [
      { title: "", texts: campaign, readContent: contentReader(params["campaign_id"]) },
      ...readItems(variants).map((variant) => ({
        title: String(variant["language"]),
        texts: { ...variant, shopId, footerId },
        readContent: contentReader(variant["id"]),
      })),
    ];
  },
  activateAutomation: async (read, { params }) => {
    const automation = await read("getAutomation", { params });
    return Promise.all(
      listEmailNodes(automation).map(async (node) => {
        const template = await readTemplate(read, node);
        const { subject } = objectIn(node["config"]);
        return {
          title: String(node["id"]),
          texts: { ...picked(template, ["preheader", "footerId"]), subject, shopId: automation["shopId"] },
          readContent: () => readPublishedContent(read, template),
        };
      }),
    );
  },
};

export const hasCard = (operation: string): boolean => Object.hasOwn(sources, operation);

/** The e-mails that the operation would send; those beyond what a card can show are without their HTML. */
export async function loadCardEmails(read: Read, operation: string, input: OperationInput): Promise<CardEmail[]> {
  const found = (await sources[operation]?.(read, input)) ?? [];
  const emails: CardEmail[] = [];
  let bytes = 0;
  for (const [index, source] of found.entries()) {
    const email = index < maxRendered ? await render(read, source) : withoutHtml(source);
    bytes += Buffer.byteLength(email.html ?? "");
    emails.push(bytes <= maxBytes ? email : withoutHtml(source));
  }
  return emails;
}

const withoutHtml = ({ title, texts }: Source): CardEmail => ({
  title,
  subject: toText(texts["subject"]),
  preheader: toText(texts["preheader"]),
  html: null,
});

async function render(read: Read, source: Source): Promise<CardEmail> {
  const { title, texts, readContent } = source;
  const subject = toText(texts["subject"]);
  const preheader = toText(texts["preheader"]);
  try {
    const { html } = await readContent();
    const { shopId = null, footerId = null } = texts;
    const body = { kind: "html", html, subject, preheader, shopId, footerId };
    const shown = await read("previewContent", { body });
    return {
      title,
      subject: toText(shown["subject"]),
      preheader: toText(shown["preheader"]),
      html: toText(shown["html"]),
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return withoutHtml(source);
  }
}

const toText = (value: unknown): string => (typeof value === "string" ? value : "");
