-- Names and words are found and ordered the same in every database, whatever its locale, and in the browser:
-- `packages/catalogue/src/name-order.ts` does the same, and a test compares them. The bodies are parsed here, so that a
-- restore finds the functions that they call.

-- Letters without case and marks, and without characters that are not seen. The text is decomposed (NFKD). `lower` knows
-- only A to Z in a database of locale C.
create function plain_letters(decomposed text) returns text language sql immutable strict parallel safe
return (
  select lower(case when octet_length(latin) = char_length(latin) then latin
    -- Capitals of letters that no mark makes of another one.
    else translate(latin,
      'ƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІ'
      'ЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒ'
      'ԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝ'
      'ᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿỺỼỾⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿ',
      'ɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕі'
      'јљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓ'
      'ԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭაბგდევზთიკლმნო'
      'პჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿỻỽỿⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀ') end collate "C")
  from (
    select replace(replace(replace(replace(translate(bare, 'ÆŒẞÞĐÐĦŁŊØŦđðħıĸłŋøŧς‐–—−’‘ʼ', 'æœßþddhlnotddhiklnotσ----'''''''),
      'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th') as latin
    from (select regexp_replace(decomposed, '[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]+', '', 'g') as bare) b
  ) l
);

-- A text as a search compares it.
create or replace function search_words(words text) returns text language sql immutable parallel safe
return case when octet_length(words) = char_length(words) then lower(words collate "C")
  else plain_letters(normalize(words, NFKD)) end;

-- The sort key of a name, for comparison by bytes: the Norwegian alphabet, … z æ ø å, with aa as å.
create function name_order(name text) returns text language sql immutable strict parallel safe
return translate(plain_letters(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      lower(translate(normalize(name, NFKD), 'ÆØŒ', 'æøœ') collate "C"),
      'aa', U&'\0082'), U&'a\030a', U&'\0082'),
      'ø', U&'\0081'), 'œ', U&'\0081'), U&'o\0308', U&'\0081'), U&'o\030b', U&'\0081'),
      'æ', U&'\0080'), U&'a\0308', U&'\0080'), U&'e\0328', U&'\0080'),
      U&'u\0308', 'y'), U&'u\030b', 'y')),
  ' _-,;:!?.''"()[]{}@*/\&#%`^+<=>|~$',
  E'\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x20\x21') collate "C";

-- Names that a Mac has typed are stored composed, as all text is from now on.
update devices set device_name = normalize(device_name, NFC) where device_name is not NFC normalized;
update customers set firm_name = normalize(firm_name, NFC) where firm_name is not NFC normalized;
update users set first_name = normalize(first_name, NFC), last_name = normalize(last_name, NFC)
  where first_name || last_name is not NFC normalized;

update device_search s set words = search_words(concat_ws(chr(10),
    d.device_name, d.device_serial_number, d.twin_name, d.twin_serial))
  from devices d where d.devi_id = s.devi_id;
update sensor_search s set words = search_words(concat_ws(chr(10), n.name, n.gateway_id, n.mac_address))
  from sensors n where n.dese_id = s.dese_id;

-- The names by which lists are sorted.
alter table customers
  add column sort_name text collate "C" not null generated always as (name_order(firm_name)) stored;
drop index customers_parent, customers_name;
create index customers_parent on customers (parent_id, sort_name, cust_id);
create index customers_name on customers (sort_name, cust_id);

alter table users
  add column sort_name text collate "C" not null generated always as (name_order(last_name || ' ' || first_name)) stored;
drop index users_customer;
create index users_customer on users (cust_id, sort_name, user_id);

-- In the place of `entry_name`, also in its indexes. By a trigger: a generated column is computed again with each message
-- of the device, since the table has triggers before updates.
create function sort_name_of_entry() returns trigger language plpgsql as $$
begin
  new.sort_name := name_order(case when new.twin = 'CLONE' then coalesce(new.twin_name, new.device_name) else new.device_name end);
  return new;
end $$;
create trigger sorted_by_name before insert or update of device_name, twin, twin_name on devices
  for each row execute function sort_name_of_entry();

do $$
declare
  definitions text[] := array(select indexdef from pg_indexes
    where schemaname = current_schema and tablename = 'devices' and indexdef like '%entry_name%');
  definition text;
begin
  alter table devices drop column entry_name, add column sort_name text collate "C" not null default '';
  update devices set device_name = device_name;
  foreach definition in array definitions loop
    execute replace(definition, 'entry_name', 'sort_name');
  end loop;
end $$;
