-- A state is found by its status: with the state in the index, deep pages read no contacts but their own.
drop index contact_status;
create index contact_status on contact (tenant_id, status, created_at, id) include (state);
