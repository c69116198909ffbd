import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { authorize } from "../../http/auth.ts";
import { ApiError } from "../../kernel/errors.ts";
import { requireOperation } from "./catalog.ts";
import { picked } from "./previews/preview.ts";
import { dataLabel, visibleText } from "./results.ts";
import { checkInput, runOperation } from "./run-operation.ts";
import type { Session, Tools } from "./session.ts";

const uriPattern = /^app:\/\/campaigns\/(\d{1,19})\/preview$/;
const fields = ["name", "status", "subject", "preheader", "sender", "languages", "recipients"];

/** The texts of a campaign and its HTML; undefined for another address and for a campaign that does not exist. */
export async function findCampaignPreview({ catalog }: Tools, { identity, context }: Session, uri: string) {
  const [, id] = uriPattern.exec(uri) ?? [];
  if (id === undefined) return undefined;
  const read = (name: string) => {
    const binding = requireOperation(catalog, name);
    authorize(identity, binding.operation);
    const input = { params: { campaign_id: id }, query: {}, body: undefined };
    checkInput(binding.operation, input);
    return runOperation({ context }, binding, input);
  };
  try {
    const [campaign, content] = await Promise.all([read("getCampaign"), read("getCampaignContent")]);
    return [
      { uri, mimeType: "application/json", text: visibleText(picked(campaign, fields)), _meta: dataLabel },
      { uri, mimeType: "text/html", text: String(content["html"]), _meta: dataLabel },
    ];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "not_found") return undefined;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${error.code} ${error.message}`);
  }
}
