import type { Static } from "typebox";
import type { Fragment } from "../../db/client.ts";
import { toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { payloadField, sqlText } from "../../journal/fields.sql.ts";
import { campaignChanged } from "../../journal/events.ts";
import type { ActorReference } from "./shapes.ts";

export type ActorRecord = Static<typeof ActorReference>;

/** The assistant of a journal entry; `row` is the name of the entry in the query. Null for entries of everybody else. */
export function assistantActor({ sql, tenantId }: TenantDb, row: string): Fragment {
  const assistant = toFragment(sql, sqlText(`${row}.assistant`));
  return sql`
    case when ${assistant} is not null then (
      select json_build_object('kind', 'assistant', 'client', ${assistant}->>'client',
        'member', json_build_object('id', actor_member.id::text, 'email', actor_person.email))
      from membership actor_member join person actor_person on actor_person.id = actor_member.person_id
      where actor_member.tenant_id = ${tenantId} and actor_member.id = (${assistant}->>'memberId')::bigint) end`;
}

/** The member or key that the entry of a change names. */
export function memberOrKeyActor({ sql, tenantId }: TenantDb, row: string): Fragment {
  const memberId = toFragment(sql, payloadField(campaignChanged, "memberId", row));
  const keyId = toFragment(sql, payloadField(campaignChanged, "keyId", row));
  return sql`(
    select json_build_object('kind', case when ${keyId} is null then 'member' else 'key' end,
      'client', (select k.name from api_key k where k.tenant_id = ${tenantId} and k.id = ${keyId}::bigint),
      'member', json_build_object('id', actor_member.id::text, 'email', actor_person.email))
    from membership actor_member join person actor_person on actor_person.id = actor_member.person_id
    where actor_member.tenant_id = ${tenantId} and actor_member.id = ${memberId}::bigint)`;
}

/** A `MemberReference`, null where the column is. */
export const memberReference = ({ sql, tenantId }: TenantDb, id: Fragment): Fragment => sql`(
  select json_build_object('id', m.id::text, 'email', p.email)
  from membership m join person p on p.id = m.person_id
  where m.tenant_id = ${tenantId} and m.id = ${id})`;
