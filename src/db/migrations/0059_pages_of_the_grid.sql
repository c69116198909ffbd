-- Counters also by source.
alter table contact_count add column source text not null default '';
alter table contact_count drop constraint contact_count_pkey;
delete from contact_count;
insert into contact_count (tenant_id, shop_id, status, state, engagement, source, shard, n)
select tenant_id, shop_id, status, state, engagement, source, id % 8, count(*) from contact group by 1, 2, 3, 4, 5, 6, 7;
alter table contact_count alter column source drop default;
alter table contact_count add primary key (tenant_id, shop_id, status, state, engagement, source, shard);

-- Filters by shop, source, engagement and state are decided by the entries of the index alone.
drop index contact_created;
create index contact_created on contact (tenant_id, created_at, id) include (shop_id, source, engagement, state);

-- Orders of the grid.
create index contact_updated on contact (tenant_id, updated_at, id);
create index contact_first_name on contact (tenant_id, first_name collate "cs-x-icu", id);
create index contact_send_summary_sent on contact_send_summary (tenant_id, last_sent_at, contact_id);
