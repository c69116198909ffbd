-- The job queue is on the coordinator of a cluster, the rows of a company on a node, and both commit one after the other: a
-- crash between them would lose the job. The node remembers the job until it was seen in the queue. Empty elsewhere.
create table sent_job (
  tenant_id bigint not null,
  id uuid not null,
  name text not null,
  payload jsonb not null,
  priority int not null,
  sent_at timestamptz not null,
  primary key (tenant_id, id)
);
select distribute_company_table('sent_job');
