-- An address and its fingerprint stand for each other: a contact is found by its address, and one unique index is enough.
alter table contact drop constraint contact_tenant_id_fingerprint_key;

-- Unless a contact is blacklisted, its state is its status in another word: who asks for a state names the status too.
drop index contact_state;
drop index contact_status;
create index contact_status on contact (tenant_id, status, created_at, id) include (state);
create index contact_blacklisted on contact (tenant_id, created_at, id) where state = 'blacklisted';

-- Of indexes that look alike to the planner the youngest is taken: for a company that it takes for one row, that has to be
-- the one by which contacts are found.
alter table contact drop constraint contact_tenant_id_email_key;
alter table contact add unique (tenant_id, email);

-- The status with which a contact came, where many came together and the journal tells of them by one entry.
alter table contact add column created_as text;

-- What a consent proves by itself: its giving is no event of its own where it came with its contact. What was agreed to,
-- how, where and when never changes in a consent.
alter table consent add column proof text check (proof in ('given', 'refused'));
