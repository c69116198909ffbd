import { call } from "../../api/client.ts";
import { createSection, type Block, type EmailDocument, type Part } from "../model/document.ts";

/** The MJML of one node, as the server writes it. */
export async function loadMjml(node: Part | Block, settings: EmailDocument["settings"]): Promise<string> {
  if (node.kind === "element") return node.mjml;
  const section = node.kind === "section" ? node : createSection([[node]]);
  const blocks = { sections: [section], ...(settings === undefined ? {} : { settings }) };
  const { mjml = "" } = await call("POST /content/preview", { body: { kind: "blocks", blocks } });
  const pattern =
    node.kind === "section" ? /<mj-body[^>]*>([\s\S]*)<\/mj-body>/ : /<mj-column[^>]*>([\s\S]*)<\/mj-column>/;
  return (pattern.exec(mjml)?.[1] ?? "").trim();
}
