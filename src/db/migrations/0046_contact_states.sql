-- A subscribed contact without a valid consent to the default purpose counts as unconfirmed.
alter table contact add column lacks_consent boolean not null default false;
update contact c set lacks_consent = true where status = 'subscribed' and not exists (
  select from consent k join purpose p on p.tenant_id = k.tenant_id and p.id = k.purpose_id and p.is_default
  where k.tenant_id = c.tenant_id and k.contact_id = c.id and k.state = 'valid'
    and (k.valid_until is null or k.valid_until > now()));

drop index contact_blacklisted;
alter table contact drop column state;
alter table contact add column state text not null generated always as (
  case
    when blacklisted_at is not null then 'blacklisted'
    when status = 'subscribed' and lacks_consent then 'unconfirmed'
    when status = 'subscribed' then 'active'
    when status = 'pending' then 'unconfirmed'
    else status
  end) stored;
create index contact_blacklisted on contact (tenant_id, created_at, id) where state = 'blacklisted';
-- Pending contacts and those without a consent: the status alone does not find them.
create index contact_unconfirmed on contact (tenant_id, created_at, id) where state = 'unconfirmed';

delete from contact_count;
insert into contact_count (tenant_id, shop_id, status, state, engagement, shard, n)
select tenant_id, shop_id, status, state, engagement, id % 8, count(*) from contact group by 1, 2, 3, 4, 5, 6;
delete from list_count;
insert into list_count (tenant_id, list_id, bucket, shard, n)
select tenant_id, list_id, bucket, shard, count(*) from (
  select m.tenant_id, m.list_id, m.contact_id % 8 as shard,
    case
      when m.state = 'removed' then null
      when c.state in ('blacklisted', 'complained', 'bounced', 'unsubscribed') then c.state
      when m.state = 'unsubscribed' then 'unsubscribed'
      when m.state = 'unconfirmed' then 'unconfirmed'
      else c.state
    end as bucket
  from list_member m join contact c on c.tenant_id = m.tenant_id and c.id = m.contact_id
) member where bucket is not null group by 1, 2, 3, 4;

-- The key of the last name in Czech order, as czechSortKey() of the code; a contact without one comes last.
create function pg_temp.sort_key(name text) returns text language sql immutable as $$
  select case when lower_name = '' then U&'\+10FFFF'
    when fold(marked) = marked then marked
    else fold(marked) || E'\x01' || lower_name end
  from (
    select lower_name, replace(replace(replace(replace(replace(
      lower_name, 'ch', 'h{'), 'č', 'c{'), 'ř', 'r{'), 'š', 's{'), 'ž', 'z{') as marked
    from (select normalize(lower(normalize(btrim(coalesce(name, '')), nfd)), nfc) as lower_name) lowered
  ) words
$$;
update contact set name_key = pg_temp.sort_key(last_name);

-- Phones are found by their digits.
update contact set (search, grams) = (
  select words, contact_grams(contact.tenant_id, words) from (
    select contact.search || coalesce(' ' || nullif(regexp_replace(contact.phone, '\D', '', 'g'), ''), '')
      || coalesce(' ' || nullif(regexp_replace(contact.mobile, '\D', '', 'g'), ''), '') as words
  ) found
) where phone ~ '\D' or mobile ~ '\D';
