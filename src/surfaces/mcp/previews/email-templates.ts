import { ApiError } from "../../../kernel/errors.ts";
import type { Json } from "../arguments.ts";
import { readItems, objectIn, picked, readAll, type Read } from "./preview.ts";

export const listEmailNodes = (automation: Json): Json[] =>
  readItems({ items: objectIn(automation["graph"])["nodes"] }).filter(({ type }) => type === "email");

/** The template of an e-mail node; without properties when there is none that the caller may read. */
export async function readTemplate(read: Read, { config }: Json): Promise<Json> {
  const { templateId: template_id } = objectIn(config);
  if (template_id === undefined) return {};
  try {
    return await read("getTemplate", { params: { template_id } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return {};
  }
}

/** What the e-mails of the automation get from their templates: another version may be published after the preview. */
export const readTemplateStates = (read: Read, automation: Json): Promise<Json[]> =>
  Promise.all(
    listEmailNodes(automation).map(async (node) =>
      picked(await readTemplate(read, node), ["id", "publishedVersion", "preheader", "footerId", "unsubscribePageId"]),
    ),
  );

/** An automation sends the published version, whatever the draft says. */
export async function readPublishedContent(read: Read, template: Json): Promise<Json> {
  if (template["hasDraft"] !== true) return objectIn(template["content"]);
  const params = { template_id: template["id"] };
  const versions = await readAll(read, "listTemplateVersions", params);
  const published = versions.find((version) => version["published"] === true);
  const { content } = await read("getTemplateVersion", { params: { ...params, version_id: published?.["id"] } });
  return objectIn(content);
}
