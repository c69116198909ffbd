-- How many e-mails with an unknown outcome of an automation or a form the company was last notified of.
create table unknown_notice (
  tenant_id bigint not null,
  owner_kind text not null check (owner_kind in ('automation', 'form')),
  owner_id bigint not null,
  n int not null,
  notified_at timestamptz not null,
  primary key (tenant_id, owner_kind, owner_id)
);
select distribute_company_table('unknown_notice');

create index form_letter_unknown on form_letter (tenant_id, signup_id) where state = 'unknown';
