-- The visual form of a page; null where its HTML was written by hand. A draft is what is being edited: visitors do not see it.
-- The version counts changes of the content, so that two people do not overwrite each other.
alter table landing_page add column blocks jsonb, add column draft jsonb, add column version integer not null default 1;
