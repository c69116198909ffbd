import { node, type SqlNode } from "../../db/sql-node.ts";
import { runImport } from "./jobs.ts";

/** A condition on a row of `background_action`: it runs an import into one of the lists. */
export const actionsOnLists = (tenantId: string, listIds: readonly string[]): SqlNode => node`
  type = ${runImport.type} and exists (
    select from contact_import i where i.tenant_id = ${tenantId} and i.id = (params ->> 'importId')::bigint
      and i.list_ids && string_to_array(${listIds.join(",")}, ',')::bigint[])`;
