-- An address and its fingerprint stand for each other: a contact is found by its address, and one unique index is enough.
alter table contact drop constraint contact_tenant_id_fingerprint_key;

-- Unless a contact is blacklisted, its state is its status in another word: who asks for a state names the status too.
drop index contact_state;
create index contact_blacklisted on contact (tenant_id, created_at, id) where state = 'blacklisted';
