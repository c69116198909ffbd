-- Messages of an e-mail node. A source has one message per contact, so each further run of a contact has a source of its own:
-- `ordinal` is the position of the run among those of its contact. The ids come from the sequence of campaign ids.
create table automation_email_source (
  tenant_id bigint not null,
  id bigint not null default nextval(pg_get_serial_sequence('campaign', 'id')),
  automation_id bigint not null,
  node text not null,
  ordinal int not null check (ordinal > 0),
  primary key (tenant_id, id),
  unique (tenant_id, automation_id, node, ordinal),
  foreign key (tenant_id, automation_id) references automation
);

-- Rollups are kept for sources of any kind. A campaign that sent something is never deleted.
alter table campaign_hourly_stat drop constraint campaign_stat_tenant_id_campaign_id_fkey;
alter table campaign_metric_total drop constraint campaign_total_tenant_id_campaign_id_fkey;
alter table campaign_link_stat drop constraint campaign_link_stat_tenant_id_campaign_id_fkey;
alter table campaign_hourly_stat add foreign key (tenant_id) references company;
alter table campaign_metric_total add foreign key (tenant_id) references company;
alter table campaign_link_stat add foreign key (tenant_id) references company;
