alter table campaign
  -- Why the service itself paused it, until a person lets it go on: the relay, the template, the content, the sender, a
  -- start that came a day late. Holds for bounces and complaints have their own, which stays.
  add column stop_reason text;
