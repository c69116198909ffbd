-- Companies that were there before follow the journal from now on.
insert into journal_cursor (tenant_id, reader, tx, id)
select tenant_id, reader, pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1, 9223372036854775807
from company cross join unnest(array['lists.shop', 'lists.notices']) as reader
on conflict do nothing;
