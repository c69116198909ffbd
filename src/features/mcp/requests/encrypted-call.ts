import type { AssistantCall, Context } from "../../../context.ts";
import { encryptedCompanyColumn } from "../../../feature.ts";
import { decryptStored, encrypt, requireDataKey } from "../../../kernel/encryption.ts";
import * as queries from "./queries.ts";

/** The arguments of an operation, which may hold passwords of webhooks and the like. */
export type CallInput = AssistantCall["input"];

const associatedDataOf = (tenantId: string): string => `assistant_request ${tenantId}`;

export const encryptCall = ({ db, dataKey }: Pick<Context, "db" | "dataKey">, input: CallInput): Buffer =>
  encrypt(requireDataKey(dataKey), associatedDataOf(db.tenantId), JSON.stringify(input));

export const decryptCall = ({ db, dataKey }: Pick<Context, "db" | "dataKey">, call: Uint8Array): CallInput =>
  JSON.parse(decryptStored(dataKey, associatedDataOf(db.tenantId), call));

export const requestedCalls = encryptedCompanyColumn({
  table: "assistant_request",
  column: "call",
  associatedDataOf,
  replace: queries.updateCall,
});
