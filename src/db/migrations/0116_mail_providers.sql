-- Whose servers accept the mail of a domain, as its MX records say: a cache of the public DNS for the whole installation.
create table recipient_domain (
  domain text primary key,
  -- Of the table in the program, or the preferred mail server; null until it is looked up, and where the domain has none.
  provider text,
  -- The preferred mail servers.
  mx_hosts text[] not null default '{}',
  -- When it is to be looked up again; a new row at once.
  expires_at timestamptz not null default '-infinity',
  looked_up_at timestamptz,
  failures smallint not null default 0,
  -- When a message was last sent to it, to the day.
  used_at timestamptz not null
);
create index on recipient_domain (expires_at);
