-- E-mails of a shop's campaigns and automations, and contacts that it lost, by hour: what `company_hourly_stat` is for the company.
create table shop_hourly_stat (
  tenant_id bigint not null,
  shop_id bigint not null,
  hour timestamptz not null,
  metric text not null,
  n int not null,
  primary key (tenant_id, shop_id, hour, metric)
);
select distribute_company_table('shop_hourly_stat');
alter table shop_hourly_stat add foreign key (tenant_id, shop_id) references shop on delete cascade;

insert into shop_hourly_stat (tenant_id, shop_id, hour, metric, n)
select s.tenant_id, o.shop_id, s.hour, s.metric, sum(s.n)
from campaign_hourly_stat s
join (
  select tenant_id, id, shop_id from campaign
  union all
  select e.tenant_id, e.id, a.shop_id from automation_email_source e
  join automation a on a.tenant_id = e.tenant_id and a.id = e.automation_id
) o on o.tenant_id = s.tenant_id and o.id = s.campaign_id
group by 1, 2, 3, 4;

-- Lost contacts, as far back as the dashboard compares by default.
insert into shop_hourly_stat (tenant_id, shop_id, hour, metric, n)
select j.tenant_id, c.shop_id, date_trunc('hour', j.at, y.time_zone), 'lost', count(*)
from journal j
join contact c on c.tenant_id = j.tenant_id and c.id = j.contact_id
join company y on y.tenant_id = j.tenant_id
where j.at >= now() - interval '62 days' and (j.type = 'blacklisted' or j.type = 'status_change'
  and j.payload->>'to' in ('unsubscribed', 'bounced', 'complained')
  and j.payload->>'from' not in ('unsubscribed', 'bounced', 'complained'))
group by 1, 2, 3;
