-- Calls that a pause of the automation stopped before their next attempt.
alter table automation_webhook_stat add column stopped bigint not null default 0;

-- A worker makes the call now, until `due_at`.
alter table automation_webhook_call add column is_claimed boolean not null default false;

-- Drafts keep the templates that they name, too.
insert into content_use (tenant_id, content_kind, content_id, user_kind, user_id, is_active)
select r.tenant_id, 'template', r.target_id, 'automation', r.automation_id, a.status = 'active'
from automation_reference r
join automation a on a.tenant_id = r.tenant_id and a.id = r.automation_id
join template t on t.tenant_id = r.tenant_id and t.id = r.target_id
where r.kind = 'template'
on conflict do nothing;
