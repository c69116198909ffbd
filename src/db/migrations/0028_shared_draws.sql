-- Requests of one key that come together draw together: how many of them the buckets had room for.
alter table rate_bucket drop column is_allowed;
alter table rate_bucket add column granted int not null default 0;

create function bucket_grant(wanted int, level double precision, day_level double precision)
returns int language sql immutable parallel safe as $$
  select greatest(0, least(wanted, floor(level), floor(day_level)))::int
$$;
