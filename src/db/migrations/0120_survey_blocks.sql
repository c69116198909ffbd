-- What stands above the questions, made of blocks, with its HTML; null where the page has a title and a text only. A draft is what
-- is being edited: visitors do not see it. The version counts changes of both, so that two people do not overwrite each other.
alter table survey
  add column blocks jsonb, add column head_html text, add column draft jsonb, add column version integer not null default 1;
