-- A sender that the operator vouches for may send in bulk without a verified domain.
alter table sender add column vouched_at timestamptz;
-- Until now the operator's command was the only way to be verified at the moment of creation.
update sender set vouched_at = verified_at where verified_at = created_at;
