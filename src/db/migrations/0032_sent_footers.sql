alter table campaign
  -- Of the footer that was approved, of the main campaign only: what is sent to the last message, whatever is published
  -- meanwhile. Empty when there was none, null before the approval.
  add column footer_html text,
  -- When a person let it go on after the service had paused it.
  add column hold_lifted_at timestamptz;

update campaign m set footer_html = coalesce((
  select v.html from footer f
  join content c on c.tenant_id = m.tenant_id and c.owner_kind = 'footer' and c.owner_id = f.id
  join content_version v on v.tenant_id = m.tenant_id and v.owner_kind = 'footer' and v.owner_id = f.id
    and v.version = c.published_version
  where f.tenant_id = m.tenant_id
    and (f.id = m.footer_id or (f.is_default and (f.shop_id is null or f.shop_id = m.shop_id)))
  order by f.id = m.footer_id desc nulls last, f.shop_id is null limit 1), '')
where m.parent_id is null and m.content_version is not null;

update campaign set hold_lifted_at = coalesce(updated_at, created_at)
where hold_reason is not null and status <> 'paused';
