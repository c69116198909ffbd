-- The connection that a batch was last claimed for, and the one whose pause or limit it waits for.
alter table send_batch add column connection_id bigint, add column waits_connection_id bigint;
create index on send_batch (tenant_id, waits_connection_id) where waits_connection_id is not null;
