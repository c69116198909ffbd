-- When the company was last allowed to send; complaints and bounces count from then on. `state_changed_at` also changes with a
-- requested and cancelled deletion.
alter table company add column approved_at timestamptz;
update company c set approved_at = n.at
from (select tenant_id, max(at) as at from notification where type = 'sending_approved' group by tenant_id) n
where n.tenant_id = c.tenant_id;

-- Test e-mails that a company was allowed on a calendar day of its time zone; `strangers` of them to addresses of neither
-- members nor contacts.
create table test_email_day (
  tenant_id bigint not null,
  day date not null,
  emails int not null,
  strangers int not null,
  primary key (tenant_id, day)
);
select distribute_company_table('test_email_day');
alter table test_email_day add foreign key (tenant_id) references company;
