-- Pages of a list by the creation of its contacts and by id are read from indexes alone.
alter table list_member add column contact_created_at timestamptz;
update list_member m set contact_created_at = c.created_at from contact c
where c.tenant_id = m.tenant_id and c.id = m.contact_id;
alter table list_member alter column contact_created_at set not null;
alter table list_member drop constraint list_member_pkey;
alter table list_member add primary key (tenant_id, list_id, contact_id) include (state);
create index list_member_created on list_member (tenant_id, list_id, contact_created_at, contact_id)
  where state <> 'removed';
-- Members in a state other than the usual one; the number of confirmed members is the rest of the list's counters.
create index list_member_unusual on list_member (tenant_id, list_id, state, contact_id) where state <> 'confirmed';
