-- Opens and clicks that wait for their verdict, as an HTTP process received them: one row for a flush of its buffer, because
-- a row for each event would be written, indexed and deleted again within seconds. Judged batches stay a little longer, as
-- the context of later events.
create table tracking_batch (
  tenant_id bigint not null,
  -- Drawn by the HTTP process: a batch that is sent again after a lost connection is stored once.
  id uuid not null,
  received_at timestamptz not null,
  judged_at timestamptz,
  count int not null,
  events json not null,
  primary key (tenant_id, id)
);
select distribute_company_table('tracking_batch');
create index on tracking_batch (tenant_id, received_at);
