-- Forms get a font, corners, a width and an image, and rules of pop-ups get devices, a last day and consent.
update form set
  design = '{"imageUrl": null, "font": null, "radius": null, "width": null}'::jsonb || design,
  popup = '{"devices": "all", "until": null, "requireConsent": false}'::jsonb || popup;

-- Confirmation e-mails to an address, over all companies: somebody who fills in the forms of many companies could send
-- any number of them to one person. The address is stored only as a hash with a random key of this installation.
create table letter_limit_key (
  is_single boolean primary key default true check (is_single),
  key bytea not null
);
insert into letter_limit_key (key) select sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea);

create table letter_limit (
  address_hash bytea not null,
  letter_id bigint not null,
  sent_at timestamptz not null,
  primary key (address_hash, letter_id)
);
create index on letter_limit (sent_at);
