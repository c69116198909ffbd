-- Whom no campaign reaches although their state is active: weak consents and suppressed addresses. The dashboard counts them.
create index contact_not_mailable on contact (tenant_id) where state = 'active' and excluded;
