-- When a member was last mailed about acts of their API keys and assistants: a script may act a thousand times.
create table security_notice (
  tenant_id bigint not null,
  member_id bigint not null,
  kind text not null,
  sent_at timestamptz not null,
  primary key (tenant_id, member_id, kind)
);
select distribute_company_table('security_notice');
alter table security_notice add foreign key (tenant_id, member_id) references membership on delete cascade;
