-- Delivery sends messages of any source. The ids of all kinds of sources come from the sequence of campaign ids, so a
-- source id belongs to one kind, and a source has at most one message per contact (primary key of message).
alter table send_batch drop constraint send_batch_tenant_id_campaign_id_fkey;
alter table message_state_count drop constraint campaign_count_tenant_id_campaign_id_fkey;
alter table message_link drop constraint campaign_link_tenant_id_campaign_id_fkey;
alter table message rename column campaign_id to source_id;
alter table send_batch rename column campaign_id to source_id;
alter table message_state_count rename column campaign_id to source_id;
alter table message_link rename column campaign_id to source_id;
alter table send_batch add foreign key (tenant_id) references company;
alter table message_state_count add foreign key (tenant_id) references company;
alter table message_link add foreign key (tenant_id) references company;

alter table send_batch add column source_kind text not null default 'campaign'
  check (source_kind in ('campaign', 'automation', 'transactional', 'double_opt_in', 'welcome', 'test'));

-- A claimed message keeps the state 'queued': send_batch.claimed_through says which ones are claimed.
alter table message drop constraint campaign_message_state_check;
alter table message add constraint message_state_check check (state in ('queued', 'sent', 'delivered', 'softbounced',
  'hardbounced', 'skipped', 'failed', 'unknown'));
