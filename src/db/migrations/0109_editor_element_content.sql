-- A saved part as blocks, so that an e-mail gets blocks and not their code.
alter table editor_element add column content jsonb;
