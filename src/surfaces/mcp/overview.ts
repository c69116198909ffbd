import { authorize } from "../../http/auth.ts";
import type { Json } from "./arguments.ts";
import { requireOperation } from "./catalog.ts";
import { readItems, picked } from "./previews/preview.ts";
import { checkInput, runOperation } from "./run-operation.ts";
import type { Session, Tools } from "./session.ts";

type Part = { readonly operation: string; readonly query: Json; readonly columns: readonly string[] };

/** Objects of the company that are few, and whose ids are arguments of most tools. */
const parts: Readonly<Record<string, Part>> = {
  shops: { operation: "listShops", query: { pageSize: 100 }, columns: ["id", "name", "enabled", "contacts"] },
  senders: { operation: "listSenders", query: {}, columns: ["id", "name", "email", "shopId", "verified"] },
  purposes: { operation: "listPurposes", query: {}, columns: ["id", "name", "isDefault"] },
  customFields: { operation: "listCustomFields", query: {}, columns: ["id", "name", "type", "options"] },
};

/** The company with its shops, senders, purposes, custom fields and test addresses. */
export async function describeOverview(tools: Tools, session: Session, company: Json): Promise<Json> {
  const found = await Promise.all(
    Object.entries(parts).map(async ([name, { operation, query, columns }]) => {
      const answer = await read(tools, session, { operation, query });
      return [name, readItems(answer).map((item) => picked(item, columns))] as const;
    }),
  );
  const { emails } = await read(tools, session, { operation: "getTestRecipients", query: {} });
  return { ...company, ...Object.fromEntries(found), testRecipients: emails };
}

async function read(
  { catalog }: Tools,
  { identity, context }: Session,
  { operation, query }: Pick<Part, "operation" | "query">,
): Promise<Json> {
  const binding = requireOperation(catalog, operation);
  authorize(identity, binding.operation);
  const input = { params: {}, query: { ...query }, body: {} };
  checkInput(binding.operation, input);
  return runOperation({ context }, binding, input);
}
