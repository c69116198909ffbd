-- Fields of contacts that a shop's orders fill in.
alter table shop
  add column enrich_enabled boolean not null default false,
  add column enrich_fields text[] not null default '{}',
  add column enriched_at timestamptz;

-- The buyer as the shop described them; removed by an erasure.
alter table shop_order add column customer jsonb;
