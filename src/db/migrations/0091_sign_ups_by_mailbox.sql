-- The fingerprint of the mailbox behind the address (kernel/limit-address.ts), by which sign-ups are limited. Sign-ups of the last
-- days count by their address; for older ones the limit has passed.
alter table form_signup add column mailbox_fingerprint bytea;
update form_signup set mailbox_fingerprint = fingerprint where filled_at > now() - interval '2 days';
create index on form_signup (tenant_id, mailbox_fingerprint, filled_at);
