-- A row exists once the company has requested RFM scores.
create table rfm_setting (
  tenant_id bigint primary key references company,
  requested_at timestamptz not null,
  -- The start of the last complete computation.
  computed_at timestamptz,
  -- When a new or changed order was last noticed; scores computed earlier are outdated.
  changed_at timestamptz
);

-- No foreign key to the contact: a computation would lock every buyer. Deleting a contact deletes its scores.
create table rfm_score (
  tenant_id bigint not null,
  contact_id bigint not null,
  shop_id bigint not null,
  currency text not null,
  recency smallint not null,
  frequency smallint not null,
  monetary smallint not null,
  rfm_group text not null,
  primary key (tenant_id, contact_id, shop_id, currency)
);

create table rfm_group_total (
  tenant_id bigint not null,
  shop_id bigint not null,
  currency text not null,
  rfm_group text not null,
  contacts int not null,
  orders bigint not null,
  revenue numeric(32, 4) not null,
  primary key (tenant_id, shop_id, currency, rfm_group),
  foreign key (tenant_id, shop_id) references shop
);
