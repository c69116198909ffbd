-- Text as segments compare it: no case, no diacritics; the same as fold() of the code for the letters of Europe.
-- Letters come apart first, so that lower() needs to know no more than plain ones whatever the locale of the database.
create function fold(words text) returns text language sql immutable parallel safe as $$
  select case
    when octet_length(words) = char_length(words) then lower(words)
    else replace(replace(replace(replace(
      translate(
        lower(regexp_replace(normalize(words, nfd), '[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g')),
        'ĐÐĦŁØŦđðħıłøŧ', 'ddhlotddhilot'),
      'œ', 'oe'), 'ß', 'ss'), 'æ', 'ae'), 'þ', 'th')
  end
$$;
