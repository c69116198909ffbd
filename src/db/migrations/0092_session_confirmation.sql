-- When the person of a session last proved who they are: at sign-in, or again before an operation that asks for it.
alter table person_session add column confirmed_at timestamptz;
update person_session set confirmed_at = created_at;
alter table person_session alter column confirmed_at set not null;
