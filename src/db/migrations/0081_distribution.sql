-- Foreign keys that `postrider distribute` dropped and adds again at its end; a run that was interrupted finds them here.
create table dropped_foreign_key (
  table_name text not null,
  name text not null,
  referenced_table text not null,
  definition text not null,
  primary key (table_name, name)
);

-- For migrations that create a table of companies: between the creation and its foreign keys, which Citus accepts from
-- distributed tables only. Does nothing in a database that is not distributed.
create function distribute_company_table(name regclass) returns void language plpgsql as $$
begin
  if to_regclass('pg_catalog.pg_dist_partition') is null then return; end if;
  if exists (select from pg_dist_partition where logicalrelid = 'public.company'::regclass and partmethod = 'h')
    and not exists (select from pg_dist_partition where logicalrelid = name)
  then
    perform create_distributed_table(name, 'tenant_id', colocate_with => 'public.company');
  end if;
end
$$;
revoke execute on function distribute_company_table(regclass) from public;
