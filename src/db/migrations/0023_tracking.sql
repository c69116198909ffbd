-- Which links of a message were followed, by people and by machines. Goes with its message.
create table campaign_click (
  tenant_id bigint not null,
  campaign_id bigint not null,
  contact_id bigint not null,
  -- The number of the link in campaign_link; 0 is the one that no person can see.
  link int not null,
  -- By whomever.
  first_at timestamptz not null,
  clicks int not null,
  machine_clicks int not null,
  primary key (tenant_id, campaign_id, contact_id, link),
  foreign key (tenant_id, campaign_id, contact_id) references campaign_message on delete cascade
) with (fillfactor = 80);
