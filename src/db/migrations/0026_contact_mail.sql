-- What a contact got. Apart from the contact, because every message changes it: a change of the contact's own wide row
-- would write all its indexes, the one for search too.
create table contact_mail (
  tenant_id bigint not null,
  contact_id bigint not null,
  received_count int not null,
  last_sent_at timestamptz not null,
  primary key (tenant_id, contact_id),
  foreign key (tenant_id, contact_id) references contact on delete cascade
) with (fillfactor = 60);
insert into contact_mail (tenant_id, contact_id, received_count, last_sent_at)
select tenant_id, id, received_count, last_sent_at from contact where last_sent_at is not null;
alter table contact drop column received_count, drop column last_sent_at;
