-- Steps of the checklist that the company does not want to see, and whether it hides the checklist.
alter table company
  add column onboarding_dismissed text[] not null default '{}',
  add column onboarding_hidden boolean not null default false;
