-- How many webhook nodes of automations were tried on a contact in an hour: trials are limited per company.
create table automation_webhook_trial (
  tenant_id bigint not null,
  hour timestamptz not null,
  trials int not null,
  primary key (tenant_id, hour)
);
select distribute_company_table('automation_webhook_trial');
