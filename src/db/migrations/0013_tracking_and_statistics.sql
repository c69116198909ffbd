-- Opens and clicks, web tracking, statistics.

-- What became of a campaign's e-mails, rolled up from the journal. Hours are those of the company's clock, so that days
-- of any time zone are made of whole ones.
create table campaign_hourly_stat (
  tenant_id bigint not null references company,
  campaign_id bigint not null,
  -- Whose content it was: the campaign itself, or one of its language variants.
  variant_id bigint not null,
  domain text not null,
  hour timestamptz not null,
  metric text not null,
  n int not null,
  primary key (tenant_id, campaign_id, variant_id, domain, hour, metric)
);

create table campaign_link_stat (
  tenant_id bigint not null references company,
  campaign_id bigint not null,
  variant_id bigint not null,
  link int not null,
  metric text not null,
  n int not null,
  primary key (tenant_id, campaign_id, variant_id, link, metric)
);

-- The same without domains and hours: a page of campaigns reads a few rows each.
create table campaign_metric_total (
  tenant_id bigint not null references company,
  campaign_id bigint not null,
  variant_id bigint not null,
  metric text not null,
  n int not null,
  primary key (tenant_id, campaign_id, variant_id, metric)
);

-- The same of all campaigns together: a year of them is read without their domains.
create table company_hourly_stat (
  tenant_id bigint not null references company,
  hour timestamptz not null,
  metric text not null,
  n int not null,
  primary key (tenant_id, hour, metric)
);

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

-- Site script and web tracking of a shop; a shop without a row has the defaults.
create table site_settings (
  tenant_id bigint not null,
  shop_id bigint not null,
  script_enabled boolean not null default false,
  -- Pop-up forms that the script shows.
  form_ids bigint[] not null default '{}'::bigint[],
  -- Whether the last check found the script in the shop's page.
  found boolean not null default false,
  checked_at timestamptz,
  tracking_enabled boolean not null default false,
  require_consent boolean not null default true,
  -- Hosts of the shop beside that of its url.
  domains text[] not null default '{}'::text[],
  primary key (tenant_id, shop_id),
  foreign key (tenant_id, shop_id) references shop on delete cascade
);

-- Opens and clicks that wait for their verdict, as an HTTP process received them: one row for a flush of its buffer,
-- because a row for each event would be written, indexed and deleted again within seconds. Judged batches stay a little
-- longer, as the context of later events.
create table tracking_batch (
  tenant_id bigint not null,
  -- Drawn by the HTTP process: a batch that is sent again after a lost connection is stored once.
  id uuid not null,
  received_at timestamptz not null,
  judged_at timestamptz,
  count int not null,
  events json not null,
  primary key (tenant_id, id)
);
create index on tracking_batch (tenant_id, received_at);

-- Tokens of clicks that identified a visitor. The newest one of a visitor tells its contact; each identifies one visitor
-- only.
create table visitor_token (
  tenant_id bigint not null,
  contact_id bigint not null,
  clicked_at timestamptz not null,
  shop_id bigint not null,
  visitor text not null,
  primary key (tenant_id, contact_id, clicked_at),
  foreign key (tenant_id, contact_id) references contact on delete cascade,
  foreign key (tenant_id, shop_id) references shop on delete cascade
);
create index on visitor_token (tenant_id, shop_id, visitor, clicked_at);
create index on visitor_token (tenant_id, clicked_at);
