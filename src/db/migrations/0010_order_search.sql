-- Search by the shop's number of an order and by the buyer. The searched text follows the address, also when it is erased.
alter table shop_order add column external_key text not null default '';
alter table shop_order add column search text not null
  generated always as (' ' || external_key || coalesce(' ' || email, '')) stored;
create index shop_order_search on shop_order using gin (search gin_trgm_ops, tenant_id);

-- Orders whose contact was deleted: linked again when their buyer comes back.
create index shop_order_unlinked on shop_order (tenant_id, email) where contact_id is null;

-- The sum of as many of the largest orders as anybody could have.
alter table contact_order_total alter column total type numeric(28, 4);
