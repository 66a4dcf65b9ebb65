-- Names with numbers are in the order of the numbers: 1, 2, 10. Each number of a sort key has ten digits.
create or replace function name_order(name text) returns text language sql immutable strict parallel safe
return regexp_replace(regexp_replace(translate(plain_letters(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      lower(translate(normalize(name, NFKD), 'ÆØŒ', 'æøœ') collate "C"),
      'aa', U&'\0082'), U&'a\030a', U&'\0082'),
      'ø', U&'\0081'), 'œ', U&'\0081'), U&'o\0308', U&'\0081'), U&'o\030b', U&'\0081'),
      'æ', U&'\0080'), U&'a\0308', U&'\0080'), U&'e\0328', U&'\0080'),
      U&'u\0308', 'y'), U&'u\030b', 'y')),
  ' _-,;:!?.''"()[]{}@*/\&#%`^+<=>|~$',
  E'\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x20\x21') collate "C",
  '[0-9]+', '000000000\&', 'g'), '0{1,9}([0-9]{10})', '\1', 'g');

-- The keys that are stored.
update customers set firm_name = firm_name where sort_name ~ '[0-9]';
update users set last_name = last_name where sort_name ~ '[0-9]';
update devices set device_name = device_name where sort_name ~ '[0-9]';
