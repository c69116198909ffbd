-- A sale with a period: the product costs `sale_price` from `sale_from` until `sale_until` (null: no limit), otherwise `price`.
alter table feed_item add column sale_price numeric(19, 2), add column sale_from timestamptz, add column sale_until timestamptz;
