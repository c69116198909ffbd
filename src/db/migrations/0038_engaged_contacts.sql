-- Whoever is new is N: found among the newest, and spared an index entry.
create index contact_engaged on contact (tenant_id, engagement, created_at, id) where engagement <> 'N';
drop index contact_engagement;
