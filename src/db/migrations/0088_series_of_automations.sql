-- What the contact joined with the entry that started the run: a run in progress ends when the contact is on none of these
-- lists any more, or withdraws its consent to the purpose. Null where leaving ends nothing.
alter table automation_run add column list_ids bigint[], add column purpose_id bigint;

-- Only runs in progress have a due time.
create index automation_run_bound on automation_run (tenant_id, contact_id)
  where due_at is not null and (list_ids is not null or purpose_id is not null);

-- Runs that were started before go by the trigger that they came through, where it names one list, the subscription or a form.
-- Those that their own steps took off a list or unsubscribed go on.
update automation_run r set list_ids = bound.list_ids, purpose_id = bound.purpose_id
from (
  select r.tenant_id, r.id,
    case when t.type = 'list_added' then array[(t.config -> 'listIds' ->> 0)::bigint] end as list_ids,
    case when t.type <> 'list_added' then coalesce(f.purpose_id, p.id) end as purpose_id
  from automation_run r
  join automation_trigger t on t.tenant_id = r.tenant_id and t.automation_id = r.automation_id and t.node = r.trigger
    and (t.type in ('subscribed', 'form_submitted')
      or t.type = 'list_added' and jsonb_array_length(t.config -> 'listIds') = 1)
  left join purpose p on p.tenant_id = r.tenant_id and p.is_default
  left join form f on f.tenant_id = r.tenant_id and f.id = (t.config ->> 'formId')::bigint
  where r.state in ('running', 'waiting') and r.depth = 0 and not exists (
    select from automation_pass own
    join automation_version v on v.tenant_id = own.tenant_id and v.automation_id = own.automation_id
    cross join lateral jsonb_array_elements(v.graph -> 'nodes') n
    where own.tenant_id = r.tenant_id and own.run_id = r.id and n ->> 'id' = own.node
      and n ->> 'type' in ('remove_from_list', 'unsubscribe'))
) bound
where bound.tenant_id = r.tenant_id and bound.id = r.id;

-- The entry is a pass of the trigger; the counters have it already.
insert into automation_pass (tenant_id, run_id, node, automation_id, at, output, result)
select tenant_id, id, trigger, automation_id, entered_at, 'next', 'done' from automation_run order by tenant_id, id
on conflict do nothing;
