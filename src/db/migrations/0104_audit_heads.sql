-- The head of each company's chain of seals. Functions of the owner write it, and the application's role reads it: seals that
-- are missing before the head, or after what was purged, were deleted. The row outlives its company, so that a company that
-- was deleted and written again is told from one that never was.
create table audit_head (
  tenant_id bigint not null,
  -- The last seal; before the first one, what it follows.
  n bigint not null default 0,
  hash bytea not null default decode(repeat('00', 32), 'hex'),
  -- The last seal whose entry was purged.
  purged_n bigint not null default 0,
  -- When the deletion of the log began, after that of the company, and when nothing was left.
  deleted_at timestamptz,
  emptied_at timestamptz,
  primary key (tenant_id)
);
select distribute_company_table('audit_head');

insert into audit_head (tenant_id, n, hash, purged_n)
select c.tenant_id, l.n, l.hash,
  case when e.id is null and f.entry_at < now() - interval '24 months' then f.n else 0 end
from (select s.tenant_id, min(s.n) as first_n, max(s.n) as last_n from audit_seal s group by s.tenant_id) c
join audit_seal f on f.tenant_id = c.tenant_id and f.n = c.first_n
join audit_seal l on l.tenant_id = c.tenant_id and l.n = c.last_n
left join audit_entry e on e.tenant_id = f.tenant_id and e.at = f.entry_at and e.id = f.entry_id;

-- The application's role does not write seals any more. Continues the chain of the company with its entries since then that
-- are not sealed, in the order in which they are found. Answers how many they are. The values and their order are part of
-- the format, which `doctor` computes again (journal/audit-chain.ts).
create function seal_audit_entries(tenant bigint, since timestamptz, batch integer)
  returns integer
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
declare
  last_n bigint;
  last_hash bytea;
  seal_n bigint;
  seal_hash bytea;
  times timestamptz[];
  ids bigint[];
  contents bytea[];
  numbers bigint[];
  hashes bytea[];
begin
  if not exists (select from company c where c.tenant_id = tenant) then return 0; end if;
  insert into audit_head (tenant_id) values (tenant) on conflict do nothing;
  -- One process at a time.
  select h.n, h.hash into last_n, last_hash from audit_head h where h.tenant_id = tenant for update;
  select s.n, s.hash into seal_n, seal_hash from audit_seal s where s.tenant_id = tenant order by s.n desc limit 1;
  -- A process of an earlier version sealed while this version was installed.
  if seal_n > last_n then
    last_n := seal_n;
    last_hash := seal_hash;
  end if;
  select array_agg(f.at order by f.at, f.id), array_agg(f.id order by f.at, f.id), array_agg(f.content order by f.at, f.id)
  into times, ids, contents
  from (
    select e.at, e.id, convert_to(array_to_json(array[tenant::text, e.id::text,
      ((extract(epoch from e.at) * 1000000)::bigint)::text, e.actor, e.member_id::text, e.key_id::text, e.client, e.operation,
      e.object_kind, e.object_id, e.outcome, e.amends::text, e.address, e.agent])::text, 'UTF8') as content
    from audit_entry e
    where e.tenant_id = tenant and e.at >= since and not exists (
      select from audit_seal s where s.tenant_id = tenant and s.entry_at = e.at and s.entry_id = e.id)
    order by e.at, e.id limit batch
  ) f;
  if ids is null then return 0; end if;
  for i in 1 .. cardinality(ids) loop
    last_n := last_n + 1;
    last_hash := sha256(last_hash || contents[i]);
    numbers[i] := last_n;
    hashes[i] := last_hash;
  end loop;
  insert into audit_seal (tenant_id, n, entry_at, entry_id, hash)
  select tenant, r.n, r.at, r.id, r.hash from unnest(numbers, times, ids, hashes) as r(n, at, id, hash);
  update audit_head h set n = last_n, hash = last_hash where h.tenant_id = tenant;
  return cardinality(ids);
end
$$;
revoke all on function seal_audit_entries (bigint, timestamptz, integer) from public;

-- As before, and notes in the head how far it came.
create or replace function purge_audit_entries(tenant bigint, batch integer)
  returns integer
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
declare
  oldest timestamptz := now() - interval '24 months';
  first_n bigint;
  end_n bigint;
  deleted int;
begin
  select min(s.n) into first_n from audit_seal s where s.tenant_id = tenant;
  if first_n is null then return 0; end if;
  select min(s.n) into end_n from audit_seal s where s.tenant_id = tenant and s.entry_at >= oldest;
  if end_n is null then
    select max(s.n) + 1 into end_n from audit_seal s where s.tenant_id = tenant;
  end if;
  end_n := least(end_n, first_n + batch);
  delete from audit_entry e using audit_seal s
  where e.tenant_id = tenant and s.tenant_id = tenant and s.n < end_n and e.at = s.entry_at and e.id = s.entry_id;
  get diagnostics deleted = row_count;
  delete from audit_seal s where s.tenant_id = tenant and s.n < end_n - 1;
  update audit_head h set purged_n = end_n - 1 where h.tenant_id = tenant and h.purged_n < end_n - 1;
  return deleted;
end
$$;

-- All of a company that is deleted itself, a batch of each table. Answers how many rows were deleted. A requested deletion
-- is not enough: the application's role can request and cancel it. The head stays and tells of it.
create or replace function delete_company_audit(tenant bigint, batch integer)
  returns integer
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
declare
  at timestamptz := now();
  deleted int;
  seals int;
begin
  if exists (select from company c where c.tenant_id = tenant) then
    raise exception 'the company exists';
  end if;
  update audit_head h set deleted_at = coalesce(h.deleted_at, at) where h.tenant_id = tenant;
  if not found then raise exception 'the company has no audit log'; end if;
  delete from audit_entry e where e.tenant_id = tenant and (e.at, e.id) in (
    select o.at, o.id from audit_entry o where o.tenant_id = tenant order by o.at, o.id limit batch);
  get diagnostics deleted = row_count;
  delete from audit_seal s where s.tenant_id = tenant and s.n in (
    select o.n from audit_seal o where o.tenant_id = tenant order by o.n limit batch);
  get diagnostics seals = row_count;
  if batch > 0 and deleted + seals = 0 then
    update audit_head h set emptied_at = coalesce(h.emptied_at, at) where h.tenant_id = tenant;
  end if;
  return deleted + seals;
end
$$;
