-- Readers of the journal that the installation knows: a new company opens a cursor for each of them.
create table journal_reader (
  reader text primary key
);
insert into journal_reader (reader) select distinct reader from journal_cursor;
