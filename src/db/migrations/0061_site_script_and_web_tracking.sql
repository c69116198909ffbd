-- The random part of the address of a shop's site script: `/site/{company}-{site_key}.js`.
alter table shop add column site_key text not null default substr(replace(gen_random_uuid()::text, '-', ''), 1, 22);
create unique index on shop (tenant_id, site_key);

-- Site script and web tracking of a shop; a shop without a row has the defaults.
create table site_settings (
  tenant_id bigint not null,
  shop_id bigint not null,
  script_enabled boolean not null default false,
  -- Pop-up forms that the script shows.
  form_ids bigint[] not null default '{}',
  -- Whether the last check found the script in the shop's page.
  found boolean not null default false,
  checked_at timestamptz,
  tracking_enabled boolean not null default false,
  require_consent boolean not null default true,
  -- Hosts of the shop beside that of its url.
  domains text[] not null default '{}',
  primary key (tenant_id, shop_id),
  foreign key (tenant_id, shop_id) references shop on delete cascade
);

-- Marks of clicks that identified a visitor. The newest one of a visitor tells its contact; each identifies one visitor only.
create table visitor_mark (
  tenant_id bigint not null,
  contact_id bigint not null,
  clicked_at timestamptz not null,
  shop_id bigint not null,
  visitor text not null,
  primary key (tenant_id, contact_id, clicked_at),
  foreign key (tenant_id, contact_id) references contact on delete cascade,
  foreign key (tenant_id, shop_id) references shop on delete cascade
);
create index on visitor_mark (tenant_id, shop_id, visitor, clicked_at);
create index on visitor_mark (tenant_id, clicked_at);

create index contact_event_web on contact_event (tenant_id, at, id) where type in ('cart', 'page_visit');
