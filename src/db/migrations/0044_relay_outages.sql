-- A campaign or variant that waits because the relay does not answer, and when the company was last notified of that.
alter table campaign add column relay_down_since timestamptz, add column relay_notified_at timestamptz;
create index campaign_relay_down on campaign (tenant_id) where relay_down_since is not null;
