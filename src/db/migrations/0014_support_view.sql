-- A person of the operator who may look into a company for a while, and change nothing.
create table support_view (
  tenant_id bigint not null references company,
  person_id bigint not null references person,
  granted_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, person_id)
);
create index on support_view (person_id);
