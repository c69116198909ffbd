-- A bounce that turned out to be the relay's refusal of the sender: it does not count against the contact any more.
alter table message add column bounce_undone_at timestamptz;
