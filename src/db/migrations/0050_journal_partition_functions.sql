-- Journal partitions are created and dropped at run time by a role that owns no tables: these functions run as their
-- owner. Execution is granted with the other rights of that role (db/application-role.ts).
create function create_journal_partition(month date) returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
begin
  execute format(
    'create table if not exists public.%I partition of public.journal for values from (%L) to (%L)',
    'journal_' || to_char(month, 'YYYY_MM'),
    date_trunc('month', month)::date,
    (date_trunc('month', month) + interval '1 month')::date
  );
end
$$;

create function drop_journal_partitions_before(month date) returns setof text language plpgsql security definer
set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
declare
  partition text;
begin
  for partition in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.journal'::regclass and c.relname < 'journal_' || to_char(month, 'YYYY_MM')
    order by c.relname
  loop
    execute format('drop table public.%I', partition);
    return next partition;
  end loop;
end
$$;

revoke execute on function create_journal_partition(date), drop_journal_partitions_before(date) from public;
