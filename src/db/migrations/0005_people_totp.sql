-- The time step of the last one-time code that was taken: a code works once.
alter table person add column totp_last_step bigint;
