-- An order within so many days after a click is a conversion of the e-mail.
alter table company add column conversion_window_days int not null default 7
  check (conversion_window_days between 1 and 90);

-- The e-mail in which the buyer clicked last before the order, at most 90 days earlier. It outlives the journal and the
-- contact. Amounts and states are read from the order.
create table order_attribution (
  tenant_id bigint not null,
  order_id bigint not null,
  source_id bigint not null,
  variant_id bigint not null,
  ordered_at timestamptz not null,
  clicked_at timestamptz not null,
  primary key (tenant_id, order_id),
  foreign key (tenant_id, order_id) references shop_order on delete cascade
);
create index order_attribution_time on order_attribution (tenant_id, ordered_at, order_id);
create index order_attribution_source on order_attribution (tenant_id, source_id, ordered_at, order_id);

insert into order_attribution (tenant_id, order_id, source_id, variant_id, ordered_at, clicked_at)
select o.tenant_id, o.id, click.source_id, click.variant_id, o.created_at, click.at
from shop_order o cross join lateral (
  select j.at, (j.payload->>'campaignId')::bigint as source_id,
    coalesce(j.payload->>'variantId', j.payload->>'campaignId')::bigint as variant_id
  from journal j
  where j.tenant_id = o.tenant_id and j.contact_id = o.contact_id and j.type = 'email_clicked'
    and j.payload->>'verdict' = 'human' and j.payload->>'link' is distinct from '0'
    and j.payload->>'campaignId' ~ '^[1-9][0-9]{0,15}$'
    and coalesce(j.payload->>'variantId', j.payload->>'campaignId') ~ '^[1-9][0-9]{0,15}$'
    and j.at <= o.created_at and j.at >= o.created_at - interval '2160 hours'
  order by j.at desc, j.id desc limit 1
) click;

-- Contacts that were added and lost, from the entries that the reader has passed; the reader counts the others.
insert into company_hourly_stat (tenant_id, hour, metric, n)
select j.tenant_id, date_trunc('hour', j.at, k.time_zone),
  case when j.type in ('contact_created', 'contacts_created') then 'added' else 'lost' end,
  sum(case when j.type = 'contacts_created' then (j.payload->>'count')::int else 1 end)
from journal j
join journal_cursor c on c.tenant_id = j.tenant_id and c.reader = 'statistics.campaigns'
join company k on k.tenant_id = j.tenant_id
where j.at > now() - interval '62 days' and (j.tx, j.id) <= (c.tx, c.id) and (
  j.type in ('contact_created', 'contacts_created', 'blacklisted')
  or j.type = 'status_change' and j.payload->>'to' in ('unsubscribed', 'bounced', 'complained')
    and j.payload->>'from' not in ('unsubscribed', 'bounced', 'complained'))
group by 1, 2, 3
on conflict (tenant_id, hour, metric) do update set n = company_hourly_stat.n + excluded.n;
