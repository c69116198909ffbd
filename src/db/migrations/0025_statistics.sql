-- What became of a campaign's e-mails, rolled up from the journal. Hours are those of the company's clock, so that days
-- of any time zone are made of whole ones.
create table campaign_stat (
  tenant_id bigint not null,
  campaign_id bigint not null,
  -- Whose content it was: the campaign itself, or one of its language variants.
  variant_id bigint not null,
  domain text not null,
  hour timestamptz not null,
  metric text not null,
  n int not null,
  primary key (tenant_id, campaign_id, variant_id, domain, hour, metric),
  foreign key (tenant_id, campaign_id) references campaign on delete cascade
);

-- The same without domains and hours: a page of campaigns reads a few rows each.
create table campaign_total (
  tenant_id bigint not null,
  campaign_id bigint not null,
  variant_id bigint not null,
  metric text not null,
  n int not null,
  primary key (tenant_id, campaign_id, variant_id, metric),
  foreign key (tenant_id, campaign_id) references campaign on delete cascade
);

create table campaign_link_stat (
  tenant_id bigint not null,
  campaign_id bigint not null,
  variant_id bigint not null,
  link int not null,
  metric text not null,
  n int not null,
  primary key (tenant_id, campaign_id, variant_id, link, metric),
  foreign key (tenant_id, campaign_id) references campaign on delete cascade
);

-- The same of all campaigns together: a year of them is read without their domains.
create table email_stat (
  tenant_id bigint not null references company,
  hour timestamptz not null,
  metric text not null,
  n int not null,
  primary key (tenant_id, hour, metric)
);

-- The first time that this message made the person leave a list or everything.
alter table campaign_message add column unsubscribed_at timestamptz;

-- What recipients of a campaign did, newest first. What was sent to them is told by their messages.
create index journal_campaign on journal (tenant_id, (payload->>'campaignId'), at desc, id desc)
  where type in ('email_opened', 'email_clicked', 'email_bounced', 'email_complained', 'unsubscribed', 'list_unsubscribed');

-- Companies that were there before follow the journal from now on.
insert into journal_cursor (tenant_id, reader, tx, id)
select tenant_id, 'statistics.campaigns', pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1, 9223372036854775807
from company on conflict do nothing;
