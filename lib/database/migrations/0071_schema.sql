-- The schema of a new database, in reading order: text, organizations and staff, contacts, segments, referral codes,
-- imports, jobs, webhooks, activity, replicas. Databases of the last release run `upgrade/` instead, with the same result.
--
-- Every key includes the organization, so that rows of different organizations cannot refer to each other. Their tables
-- have no foreign key to `organizations`: its check would lock that row, which Citus keeps on another server.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Text and ids ------------------------------------------------------------------------------------------------------

-- `fold` normalizes text for search and sort: lower case, no accents, plain hyphens, apostrophes and digits ("jose" finds
-- "José"). `lib/contacts/lists/normalize-text.ts` does the same in the program; a test compares both.
CREATE FUNCTION fold_letters(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  -- The acute accent by itself would decompose to a space.
  v text := regexp_replace(lower(normalize(replace(value, '´', ''''), NFKD)), U&'[\00ad\0300-\033f\0342\0345-\036f\0483-\0489\0591-\05bd\05bf\05c1-\05c2\05c4-\05c5\05c7\0600-\0605\0610-\061a\061c\0640'
    '\064b-\065f\0670\06d6-\06dd\06df-\06e4\06e7-\06e8\06ea-\06ed\070f\0711\0730-\074a\07a6-\07b0\07eb-\07f3\07fd'
    '\0816-\0819\081b-\0823\0825-\0827\0829-\082d\0859-\085b\0890-\0891\0897-\089f\08ca-\0903\093a-\093c\093e-\094f'
    '\0951-\0957\0962-\0963\0981-\0983\09bc\09be-\09c4\09c7-\09c8\09cd\09d7\09e2-\09e3\09fe\0a01-\0a03\0a3c\0a3e-\0a42'
    '\0a47-\0a48\0a4b-\0a4d\0a51\0a70-\0a71\0a75\0a81-\0a83\0abc\0abe-\0ac5\0ac7-\0ac9\0acb-\0acd\0ae2-\0ae3\0afa-\0aff'
    '\0b01-\0b03\0b3c\0b3e-\0b44\0b47\0b4d\0b55-\0b57\0b62-\0b63\0b82\0bbe-\0bc2\0bc6-\0bc8\0bcd\0bd7\0c00-\0c04\0c3c'
    '\0c3e-\0c44\0c46-\0c47\0c4a-\0c4d\0c55-\0c56\0c62-\0c63\0c81-\0c83\0cbc\0cbe-\0cbf\0cc1-\0cc4\0cc6\0ccc-\0ccd'
    '\0cd5-\0cd6\0ce2-\0ce3\0cf3\0d00-\0d03\0d3b-\0d3c\0d3e-\0d44\0d46-\0d48\0d4d\0d57\0d62-\0d63\0d81-\0d83\0dca'
    '\0dcf-\0dd4\0dd6\0dd8-\0dd9\0ddb\0ddf\0df2-\0df3\0e31\0e34-\0e3a\0e47-\0e4e\0eb1\0eb4-\0ebc\0ec8-\0ece\0f18-\0f19\0f35'
    '\0f37\0f39\0f3e-\0f3f\0f71-\0f72\0f74\0f7a-\0f80\0f82-\0f84\0f86-\0f87\0f8d-\0f92\0f94-\0f97\0f99-\0f9c\0f9e-\0fa1'
    '\0fa3-\0fa6\0fa8-\0fab\0fad-\0fb8\0fba-\0fbc\0fc6\102b-\103e\1056-\1059\105e-\1060\1062-\1064\1067-\106d\1071-\1074'
    '\1082-\108d\108f\109a-\109d\115f-\1160\135d-\135f\1712-\1715\1732-\1734\1752-\1753\1772-\1773\17b4-\17d3\17dd'
    '\180b-\180f\1885-\1886\18a9\1920-\192b\1930-\193b\1a17-\1a1b\1a55-\1a5e\1a60-\1a7c\1a7f\1ab0-\1add\1ae0-\1aeb'
    '\1b00-\1b04\1b34-\1b3a\1b3c\1b3e-\1b3f\1b42\1b44\1b6b-\1b73\1b80-\1b82\1ba1-\1bad\1be6-\1bf3\1c24-\1c37\1cd0-\1cd2'
    '\1cd4-\1ce8\1ced\1cf4\1cf7-\1cf9\1dc0-\1dff\200b-\200f\202a-\202e\2060-\206f\20d0-\20f0\2cef-\2cf1\2d7f\2de0-\2dff'
    '\302a-\302f\3099-\309a\a66f-\a672\a674-\a67d\a69e-\a69f\a6f0-\a6f1\a802\a806\a80b\a823-\a827\a82c\a880-\a881'
    '\a8b4-\a8c5\a8e0-\a8f1\a8ff\a926-\a92d\a947-\a953\a980-\a983\a9b3-\a9c0\a9e5\aa29-\aa36\aa43\aa4c-\aa4d\aa7b-\aa7d'
    '\aab0\aab2-\aab4\aab7-\aab8\aabe-\aabf\aac1\aaeb-\aaef\aaf5-\aaf6\abe3-\abea\abec-\abed\fb1e\fe00-\fe0f\fe20-\fe2f'
    '\feff\fff0-\fffb\+0101fd\+0102e0\+010376-\+01037a\+010a01-\+010a03\+010a05-\+010a06\+010a0c-\+010a0f\+010a38-\+010a3a'
    '\+010a3f\+010ae5-\+010ae6\+010d24-\+010d27\+010d69-\+010d6d\+010eab-\+010eac\+010efa-\+010eff\+010f46-\+010f50'
    '\+010f82-\+010f85\+011000-\+011002\+011038-\+011046\+011070\+011073-\+011074\+01107f-\+011082\+0110b0-\+0110ba\+0110bd'
    '\+0110c2\+0110cd\+011100-\+011102\+011127-\+01112d\+011130-\+011134\+011145-\+011146\+011173\+011180-\+011182'
    '\+0111b3-\+0111c0\+0111c9-\+0111cc\+0111ce-\+0111cf\+01122c-\+011237\+01123e\+011241\+0112df-\+0112ea\+011300-\+011303'
    '\+01133b-\+01133c\+01133e-\+011344\+011347-\+011348\+01134d\+011357\+011362-\+011363\+011366-\+01136c\+011370-\+011374'
    '\+0113b8-\+0113c0\+0113c2\+0113c9-\+0113ca\+0113cc-\+0113d0\+0113d2\+0113e1-\+0113e2\+011435-\+011446\+01145e'
    '\+0114b0-\+0114ba\+0114bd\+0114bf-\+0114c3\+0115af-\+0115b5\+0115b8-\+0115b9\+0115bc-\+0115c0\+0115dc-\+0115dd'
    '\+011630-\+011640\+0116ab-\+0116b7\+01171d-\+01172b\+01182c-\+01183a\+011930-\+011935\+011937\+01193b-\+01193e\+011940'
    '\+011942-\+011943\+0119d1-\+0119d7\+0119da-\+0119e0\+0119e4\+011a01-\+011a0a\+011a33-\+011a39\+011a3b-\+011a3e\+011a47'
    '\+011a51-\+011a5b\+011a8a-\+011a99\+011b60-\+011b67\+011c2f-\+011c36\+011c38-\+011c3f\+011c92-\+011ca7'
    '\+011ca9-\+011cb6\+011d31-\+011d36\+011d3a\+011d3c-\+011d3d\+011d3f-\+011d45\+011d47\+011d8a-\+011d8e\+011d90-\+011d91'
    '\+011d93-\+011d97\+011ef3-\+011ef6\+011f00-\+011f01\+011f03\+011f34-\+011f3a\+011f3e-\+011f42\+011f5a\+013430-\+013440'
    '\+013447-\+013455\+01611e-\+016120\+016129-\+01612f\+016af0-\+016af4\+016b30-\+016b36\+016f4f\+016f51-\+016f87'
    '\+016f8f-\+016f92\+016fe4\+016ff0-\+016ff1\+01bc9d-\+01bc9e\+01bca0-\+01bca3\+01cf00-\+01cf2d\+01cf30-\+01cf46'
    '\+01d165-\+01d169\+01d16d-\+01d182\+01d185-\+01d18b\+01d1aa-\+01d1ad\+01d242-\+01d244\+01da00-\+01da36'
    '\+01da3b-\+01da6c\+01da75\+01da84\+01da9b-\+01da9f\+01daa1-\+01daaf\+01e000-\+01e006\+01e008-\+01e018\+01e01b-\+01e021'
    '\+01e023-\+01e024\+01e026-\+01e02a\+01e08f\+01e130-\+01e136\+01e2ae\+01e2ec-\+01e2ef\+01e4ec-\+01e4ef\+01e5ee-\+01e5ef'
    '\+01e6e3\+01e6e6\+01e6ee-\+01e6ef\+01e6f5\+01e8d0-\+01e8d6\+01e944-\+01e94a\+0e0000-\+0e0fff]', '', 'g');
BEGIN
  IF octet_length(v) = char_length(v) THEN
    RETURN translate(v, '-''`', ' ');
  END IF;
  -- The letters that are in use, without the time that the lists below take.
  v := translate(replace(replace(replace(replace(v, 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th'), 'øłđðıħŋə', 'olddihne');
  IF octet_length(v) = char_length(v) THEN
    RETURN translate(v, '-''`', ' ');
  END IF;
  -- Each list is long, and few texts have anything of it.
  IF v ~ '[-''`‘’‛′‵ʹʻʼʽʾʿˈˊˋꞌ՚׳❛❜֊־᐀᠆‐‒–—―⁃−⸗⸚⸺⸻⹀⹝〜〰゠𐵮𐺭]' THEN
    v := translate(v, '-֊־᐀᠆‐‒–—―⁃−⸗⸚⸺⸻⹀⹝〜〰゠𐵮𐺭''`‘’‛′‵ʹʻʼʽʾʿˈˊˋꞌ՚׳❛❜', '                       ');
  END IF;
  IF v ~ '[ᴁɶᵺꝥꝧⱥᴀᶏɐɑƀɓƃʙᴃᵬᶀƈȼɕᴄꞓɖɗƌȡᴅᴆᵭᶁᶑꝱꝺǝɘɛɇᴇᶒᶓⱸƒᵮᶂꜰꝼɠǥɡɢʛᶃꞡɦɧʜⱨɩɨɪᵻᶖȷɉɟʝᴊĸƙᴋᶄⱪꝁꝃꝅꞣƚȴɫɬɭʟᴌᶅⱡꝇꝉꝲɱᴍᵯᶆꝳɲƞȵɳɴᵰᶇꝴꞑꞥɔᴏⱺꝋꝍƥᴘᵱᵽᶈꝑꝓꝕʠꝗꝙɍɼɽɾʀᵲᵳᶉꝵꝶꞧȿʂᵴᶊẜẝꜱꞩŧƫƭʈȶⱦᴛᵵꝷꞇʉᴜᵾᶙʋᴠᶌỽⱱⱴꝟᴡⱳƴɏʏỿƶȥɀʐʑᴢᵶᶎⱬςґىیےکةہھە]' THEN
    v := replace(replace(replace(replace(replace(v, 'ᴁ', 'ae'), 'ɶ', 'oe'), 'ᵺ', 'th'), 'ꝥ', 'th'), 'ꝧ', 'th');
    v := translate(v, 'ⱥᴀᶏɐɑƀɓƃʙᴃᵬᶀƈȼɕᴄꞓɖɗƌȡᴅᴆᵭᶁᶑꝱꝺǝɘɛɇᴇᶒᶓⱸƒᵮᶂꜰꝼɠǥɡɢʛᶃꞡɦɧʜⱨɩɨɪᵻᶖȷɉɟʝᴊĸƙᴋᶄⱪꝁꝃꝅꞣƚȴɫɬɭʟᴌᶅⱡꝇꝉꝲɱᴍᵯᶆꝳɲƞȵɳɴᵰᶇꝴꞑꞥɔᴏⱺꝋꝍƥᴘᵱᵽᶈꝑꝓꝕʠꝗꝙɍɼɽɾʀᵲᵳᶉꝵꝶꞧȿʂᵴᶊẜẝꜱꞩŧƫƭʈȶⱦᴛᵵꝷꞇʉᴜᵾᶙʋᴠᶌỽⱱⱴꝟᴡⱳƴɏʏỿƶȥɀʐʑᴢᵶᶎⱬςґىیےکةہھە',
      'aaaaabbbbbbbcccccdddddddddddeeeeeeeefffffggggggghhhhiiiiijjjjjkkkkkkkkkllllllllllllmmmmmnnnnnnnnnnoooooppppppppqqqrrrrrrrrrrrssssssssttttttttttuuuuvvvvvvvwwyyyyzzzzzzzzzσгيييكهههه');
  END IF;
  IF v ~ '[٠-٩۰-۹߀-߉०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯෦-෯๐-๙໐-໙༠-༩၀-၉႐-႙០-៩᠐-᠙᥆-᥏᧐-᧙᪀-᪉᪐-᪙᭐-᭙᮰-᮹᱀-᱉᱐-᱙꘠-꘩꣐-꣙꤀-꤉꧐-꧙꧰-꧹꩐-꩙꯰-꯹𐒠-𐒩𐴰-𐴹𐵀-𐵉𑁦-𑁯𑃰-𑃹𑄶-𑄿𑇐-𑇙𑋰-𑋹𑑐-𑑙𑓐-𑓙𑙐-𑙙𑛀-𑛉𑛐-𑛙𑛚-𑛣𑜰-𑜹𑣠-𑣩𑥐-𑥙𑯰-𑯹𑱐-𑱙𑵐-𑵙𑶠-𑶩𑷠-𑷩𑽐-𑽙𖄰-𖄹𖩠-𖩩𖫀-𖫉𖭐-𖭙𖵰-𖵹𞅀-𞅉𞋰-𞋹𞓰-𞓹𞗱-𞗺𞥐-𞥙]' THEN
    v := translate(v, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹߀߁߂߃߄߅߆߇߈߉०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯'
      '௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯෦෧෨෩෪෫෬෭෮෯๐๑๒๓๔๕๖๗๘๙໐໑໒໓໔໕໖໗໘໙༠༡༢༣༤༥༦༧༨༩'
      '၀၁၂၃၄၅၆၇၈၉႐႑႒႓႔႕႖႗႘႙០១២៣៤៥៦៧៨៩᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙᥆᥇᥈᥉᥊᥋᥌᥍᥎᥏᧐᧑᧒᧓᧔᧕᧖᧗᧘᧙᪀᪁᪂᪃᪄᪅᪆᪇᪈᪉᪐᪑᪒᪓᪔᪕᪖᪗᪘᪙'
      '᭐᭑᭒᭓᭔᭕᭖᭗᭘᭙᮰᮱᮲᮳᮴᮵᮶᮷᮸᮹᱀᱁᱂᱃᱄᱅᱆᱇᱈᱉᱐᱑᱒᱓᱔᱕᱖᱗᱘᱙꘠꘡꘢꘣꘤꘥꘦꘧꘨꘩꣐꣑꣒꣓꣔꣕꣖꣗꣘꣙꤀꤁꤂꤃꤄꤅꤆꤇꤈꤉꧐꧑꧒꧓꧔꧕꧖꧗꧘꧙'
      '꧰꧱꧲꧳꧴꧵꧶꧷꧸꧹꩐꩑꩒꩓꩔꩕꩖꩗꩘꩙꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹𐒠𐒡𐒢𐒣𐒤𐒥𐒦𐒧𐒨𐒩𐴰𐴱𐴲𐴳𐴴𐴵𐴶𐴷𐴸𐴹𐵀𐵁𐵂𐵃𐵄𐵅𐵆𐵇𐵈𐵉𑁦𑁧𑁨𑁩𑁪𑁫𑁬𑁭𑁮𑁯𑃰𑃱𑃲𑃳𑃴𑃵𑃶𑃷𑃸𑃹'
      '𑄶𑄷𑄸𑄹𑄺𑄻𑄼𑄽𑄾𑄿𑇐𑇑𑇒𑇓𑇔𑇕𑇖𑇗𑇘𑇙𑋰𑋱𑋲𑋳𑋴𑋵𑋶𑋷𑋸𑋹𑑐𑑑𑑒𑑓𑑔𑑕𑑖𑑗𑑘𑑙𑓐𑓑𑓒𑓓𑓔𑓕𑓖𑓗𑓘𑓙𑙐𑙑𑙒𑙓𑙔𑙕𑙖𑙗𑙘𑙙𑛀𑛁𑛂𑛃𑛄𑛅𑛆𑛇𑛈𑛉𑛐𑛑𑛒𑛓𑛔𑛕𑛖𑛗𑛘𑛙'
      '𑛚𑛛𑛜𑛝𑛞𑛟𑛠𑛡𑛢𑛣𑜰𑜱𑜲𑜳𑜴𑜵𑜶𑜷𑜸𑜹𑣠𑣡𑣢𑣣𑣤𑣥𑣦𑣧𑣨𑣩𑥐𑥑𑥒𑥓𑥔𑥕𑥖𑥗𑥘𑥙𑯰𑯱𑯲𑯳𑯴𑯵𑯶𑯷𑯸𑯹𑱐𑱑𑱒𑱓𑱔𑱕𑱖𑱗𑱘𑱙𑵐𑵑𑵒𑵓𑵔𑵕𑵖𑵗𑵘𑵙𑶠𑶡𑶢𑶣𑶤𑶥𑶦𑶧𑶨𑶩'
      '𑷠𑷡𑷢𑷣𑷤𑷥𑷦𑷧𑷨𑷩𑽐𑽑𑽒𑽓𑽔𑽕𑽖𑽗𑽘𑽙𖄰𖄱𖄲𖄳𖄴𖄵𖄶𖄷𖄸𖄹𖩠𖩡𖩢𖩣𖩤𖩥𖩦𖩧𖩨𖩩𖫀𖫁𖫂𖫃𖫄𖫅𖫆𖫇𖫈𖫉𖭐𖭑𖭒𖭓𖭔𖭕𖭖𖭗𖭘𖭙𖵰𖵱𖵲𖵳𖵴𖵵𖵶𖵷𖵸𖵹𞅀𞅁𞅂𞅃𞅄𞅅𞅆𞅇𞅈𞅉'
      '𞋰𞋱𞋲𞋳𞋴𞋵𞋶𞋷𞋸𞋹𞓰𞓱𞓲𞓳𞓴𞓵𞓶𞓷𞓸𞓹𞗱𞗲𞗳𞗴𞗵𞗶𞗷𞗸𞗹𞗺𞥐𞥑𞥒𞥓𞥔𞥕𞥖𞥗𞥘𞥙',
      repeat('0123456789', 68));
  END IF;
  RETURN v;
END
$$;

CREATE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  -- All ASCII, as most texts are: many times quicker.
  SELECT CASE WHEN octet_length(value) = char_length(value) THEN translate(lower(value COLLATE "C"), '-''`', ' ')
    ELSE fold_letters(value) END
$$;

-- Makes texts equal that differ only by case or by the encoding of accents. `lower` alone is not enough: a capital letter
-- can have two small forms, such as σ and ς for Σ.
CREATE FUNCTION caseless(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(upper(normalize(value, NFD)))
$$;

-- Cuts words of scripts without spaces into overlapping pairs: the trigram index finds two characters only at the start of
-- a word.
CREATE FUNCTION word_pairs(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  v_script CONSTANT text := U&'\0e01-\0eff\1000-\109f\1780-\17ff\3005-\3007\3041-\309f\30a1-\30fa\30fc-\30ff\3105-\312f\31f0-\31ff\3400-\4dbf\4e00-\9fff\+020000-\+0323af';
  v_words text;
BEGIN
  IF value !~ ('[' || v_script || ']{3}') THEN
    RETURN '';
  END IF;
  v_words := regexp_replace(value, '[^' || v_script || ']+', ' ', 'g');
  RETURN ' ' || regexp_replace(v_words, '([' || v_script || ']{2})', '\1 ', 'g') || ' '
    || regexp_replace(regexp_replace(v_words, '(^| )[' || v_script || ']', '\1', 'g'), '([' || v_script || ']{2})', '\1 ', 'g');
END
$$;

-- Decodes a label of an international domain (RFC 3492); returns it unchanged if that fails.
CREATE FUNCTION decode_punycode(label text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  v_basic text := coalesce(substring(label FROM '^xn--(.*)-[^-]*$'), '');
  v_rest text := substring(label FROM '[^-]*$');
  v_characters text[] := CASE WHEN v_basic = '' THEN '{}' ELSE string_to_array(v_basic, NULL) END;
  v_code integer := 128;
  v_place integer := 0;
  v_bias integer := 72;
  v_start integer;
  v_weight integer;
  v_k integer;
  v_digit integer;
  v_threshold integer;
  v_count integer;
  v_delta integer;
BEGIN
  WHILE v_rest <> '' LOOP
    v_start := v_place;
    v_weight := 1;
    v_k := 36;
    LOOP
      v_digit := position(left(v_rest, 1) IN 'abcdefghijklmnopqrstuvwxyz0123456789') - 1;
      IF v_rest = '' OR v_digit < 0 OR v_weight > 10000000 THEN
        RETURN label;
      END IF;
      v_rest := substr(v_rest, 2);
      v_place := v_place + v_digit * v_weight;
      v_threshold := least(greatest(v_k - v_bias, 1), 26);
      EXIT WHEN v_digit < v_threshold;
      v_weight := v_weight * (36 - v_threshold);
      v_k := v_k + 36;
    END LOOP;
    v_count := cardinality(v_characters) + 1;
    v_delta := (v_place - v_start) / CASE v_start WHEN 0 THEN 700 ELSE 2 END;
    v_delta := v_delta + v_delta / v_count;
    v_bias := 0;
    WHILE v_delta > 455 LOOP
      v_delta := v_delta / 35;
      v_bias := v_bias + 36;
    END LOOP;
    v_bias := v_bias + 36 * v_delta / (v_delta + 38);
    v_code := v_code + v_place / v_count;
    v_place := v_place % v_count;
    IF v_code > 1114111 OR v_code BETWEEN 55296 AND 57343 THEN
      RETURN label;
    END IF;
    v_characters := v_characters[:v_place] || chr(v_code) || v_characters[v_place + 1:];
    v_place := v_place + 1;
  END LOOP;
  RETURN array_to_string(v_characters, '');
END
$$;

CREATE FUNCTION unicode_domain(domain text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN (SELECT string_agg(CASE WHEN label LIKE 'xn--%' THEN decode_punycode(label) ELSE label END, '.' ORDER BY place)
    FROM unnest(string_to_array(domain, '.')) WITH ORDINALITY AS labels (label, place));
END
$$;

-- A UUIDv7 of the given time, with its microseconds (RFC 9562, 6.2 method 3), so that ids sort by creation.
-- PostgreSQL has a function for this from version 18 on.
CREATE FUNCTION uuid_of(moment timestamptz) RETURNS uuid LANGUAGE plpgsql VOLATILE PARALLEL SAFE AS $$
DECLARE
  us bigint := extract(epoch FROM moment) * 1000000;
BEGIN
  RETURN encode(overlay(overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send(us / 1000) FROM 3) FROM 1 FOR 6)
    PLACING substring(int4send((28672 + us % 1000 * 4096 / 1000)::integer) FROM 3) FROM 7 FOR 2), 'hex')::uuid;
END
$$;

-- Organizations and staff -------------------------------------------------------------------------------------------

CREATE TABLE organizations (
  id uuid PRIMARY KEY,
  name varchar(200) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- Whether this is the organization that the installation began with.
  first boolean NOT NULL DEFAULT false,
  two_factor_required boolean NOT NULL DEFAULT false,
  -- A PNG of at most 256 pixels a side, shown in the console.
  logo bytea, logo_at timestamptz(3)
);
CREATE UNIQUE INDEX organizations_first ON organizations (first) WHERE first;

CREATE TABLE api_tokens (
  organization_id uuid NOT NULL REFERENCES organizations,
  id uuid NOT NULL,
  kind text NOT NULL,
  name varchar(100) NOT NULL,
  -- The token itself is not stored; `hint` is its beginning, for display.
  digest bytea NOT NULL,
  hint varchar(16) NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  -- The chain of tokens that issued this one: revoking any of them revokes this one.
  maker_ids uuid[] NOT NULL DEFAULT '{}',
  created_by jsonb,
  PRIMARY KEY (organization_id, id),
  -- Only the console may act for people.
  CONSTRAINT api_tokens_staff_act CHECK (kind = 'console' OR 'staff:act' <> ALL (scopes))
);
CREATE UNIQUE INDEX api_tokens_digest ON api_tokens (digest);

-- better-auth's adapter expects these columns. Memberships connect people with organizations.
CREATE TABLE staff_user (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL UNIQUE,
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  -- True or null, and unique: only one of two concurrent first-run set-ups creates an administrator.
  first boolean UNIQUE,
  two_factor_enabled boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT staff_user_email_lower CHECK (email = lower(email)),
  CONSTRAINT staff_user_first_true CHECK (first)
);

CREATE TABLE staff_account (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES staff_user ON DELETE CASCADE,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  access_token text, access_token_expires_at timestamptz(3),
  refresh_token text, refresh_token_expires_at timestamptz(3),
  id_token text,
  scope text,
  password text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT staff_account_provider UNIQUE (provider_id, account_id)
);
CREATE INDEX staff_account_user_id ON staff_account (user_id);

CREATE TABLE staff_session (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES staff_user ON DELETE CASCADE,
  token text NOT NULL UNIQUE,
  expires_at timestamptz(3) NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Time of the last use; the session expires some days later.
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The organization that the person works in.
  organization_id uuid REFERENCES organizations,
  -- When the password was last confirmed.
  confirmed_at timestamptz(3),
  -- The identity provider that signed them in; null: a password.
  identity_provider text
);
CREATE INDEX staff_session_user_id ON staff_session (user_id);

CREATE TABLE staff_two_factor (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE REFERENCES staff_user ON DELETE CASCADE,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  verified boolean NOT NULL DEFAULT true,
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until timestamptz(3)
);

CREATE TABLE staff_verification (
  id uuid PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX staff_verification_identifier ON staff_verification (identifier);

CREATE TABLE staff_rate_limit (key text PRIMARY KEY, count integer NOT NULL, resets_at timestamptz(3) NOT NULL);

CREATE TABLE staff_membership (
  organization_id uuid NOT NULL REFERENCES organizations,
  user_id uuid NOT NULL REFERENCES staff_user ON DELETE CASCADE,
  role text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  joined_at timestamptz(3),
  deactivated_at timestamptz(3),
  PRIMARY KEY (organization_id, user_id),
  CONSTRAINT staff_membership_role_known CHECK (role IN ('admin', 'editor', 'viewer'))
);
CREATE INDEX staff_membership_user_id ON staff_membership (user_id);

-- Saved filters of the contact table. Without a person, everybody in the organization shares the view.
CREATE TABLE saved_views (
  organization_id uuid NOT NULL REFERENCES organizations,
  id uuid NOT NULL,
  user_id uuid,
  title varchar(60) NOT NULL,
  query varchar(2000) NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, user_id) REFERENCES staff_membership ON DELETE CASCADE
);
CREATE UNIQUE INDEX saved_views_personal_title ON saved_views (organization_id, user_id, lower(title)) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX saved_views_shared_title ON saved_views (organization_id, lower(title)) WHERE user_id IS NULL;

-- Contacts ----------------------------------------------------------------------------------------------------------

CREATE TABLE contacts (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  email varchar(254),
  phone varchar(16),
  firstname varchar(200),
  lastname varchar(200),
  jobtitle varchar(200),
  company varchar(200),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  -- Raised by every change; the ETag.
  version integer NOT NULL DEFAULT 1,
  -- Assigned segments and times of assignment, position by position, oldest first. Readers leave out deleted segments.
  segment_ids uuid[] NOT NULL DEFAULT '{}',
  assigned_at timestamptz(3)[] NOT NULL DEFAULT '{}',
  -- When the contact was moved to the trash, and by whom. Contacts deleted together share a `deletion_id`.
  deleted_at timestamptz(3),
  deleted_by varchar(300), deleted_by_kind text, deleted_by_id uuid,
  deletion_id uuid,
  -- A merged contact keeps its row (with `deleted_at`), which holds former addresses of the surviving contact. While the
  -- survivor is in the trash, the row has its `deletion_id`, and others may use the addresses.
  merged_into uuid,
  -- Maintained by the trigger below.
  search_text text NOT NULL,
  name_key text COLLATE "C" NOT NULL,
  email_key text COLLATE "C" NOT NULL,
  company_key text COLLATE "C" NOT NULL,
  jobtitle_key text COLLATE "C" NOT NULL,
  PRIMARY KEY (id, organization_id),
  CONSTRAINT contacts_email_or_phone CHECK (email IS NOT NULL OR phone IS NOT NULL OR merged_into IS NOT NULL),
  CONSTRAINT contacts_assigned CHECK (cardinality(segment_ids) = cardinality(assigned_at))
);
-- For an organization missing from the statistics, the planner would choose any index that begins with the organization and
-- scan all of it. So each look-up fits one index only: full indexes begin with the looked-up column, indexes of lists have
-- the condition `deleted_at IS NULL`, and those of addresses have conditions that only their look-ups state.
CREATE UNIQUE INDEX contacts_email ON contacts (email_key, organization_id)
  WHERE (num_nulls(deleted_at) = 1 OR merged_into IS NOT NULL AND deletion_id IS NULL) AND email IS NOT NULL;
CREATE UNIQUE INDEX contacts_phone ON contacts (phone, organization_id)
  WHERE (num_nulls(deleted_at) = 1 OR merged_into IS NOT NULL AND deletion_id IS NULL) AND phone IS NOT NULL;
CREATE INDEX contacts_merged ON contacts (merged_into, organization_id) WHERE merged_into IS NOT NULL;
-- One for each order of the list.
CREATE INDEX contacts_by_name ON contacts (organization_id, name_key, id) WHERE deleted_at IS NULL;
CREATE INDEX contacts_by_email ON contacts (organization_id, email_key, id) WHERE deleted_at IS NULL;
CREATE INDEX contacts_by_company ON contacts (organization_id, company_key, id) WHERE deleted_at IS NULL;
CREATE INDEX contacts_by_creation ON contacts (organization_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX contacts_by_update ON contacts (organization_id, updated_at, id) WHERE deleted_at IS NULL;
-- One GIN index for segments, companies, job titles and words: it intersects them by itself.
CREATE INDEX contacts_search ON contacts
  USING gin (organization_id, segment_ids, company_key, jobtitle_key, search_text gin_trgm_ops) WHERE deleted_at IS NULL;
-- The trash. Merged contacts are never purged, so the index leaves them out.
CREATE INDEX contacts_by_deletion ON contacts (organization_id, deleted_at, id) WHERE deleted_at IS NOT NULL AND merged_into IS NULL;
CREATE INDEX contacts_deletion ON contacts (organization_id, deletion_id) WHERE deleted_at IS NOT NULL;

-- Builds the searched text from folded texts. The phone loses its plus, so that its first digits begin a word.
CREATE FUNCTION contact_search_text(firstname text, lastname text, email text, phone text, company text, jobtitle text)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  v text := ' ' || firstname || ' ' || lastname || ' ' || coalesce(fold(email), '') || ' ' || coalesce(ltrim(phone, '+'), '')
    || ' ' || company || ' ' || jobtitle;
BEGIN
  IF email LIKE '%xn--%' THEN
    v := v || ' @' || fold(unicode_domain(split_part(email, '@', 2)));
  END IF;
  RETURN CASE WHEN octet_length(v) = char_length(v) THEN v ELSE v || word_pairs(v) END;
END
$$;

-- Sets the columns that search and sort compare. A trigger, because each statement plans expressions of generated columns
-- again, which costs more than storing the row. Missing values are U+10FFFF, which sorts last. Keys are cut: folding can
-- make a text many times longer, and index rows and cursors must stay short.
CREATE FUNCTION contact_keys() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- Each part once: the shorter a text with accents is, the cheaper, and most parts have none.
  v_firstname text := coalesce(fold(NEW.firstname), '');
  v_lastname text := coalesce(fold(NEW.lastname), '');
  v_company text := fold(NEW.company);
  v_jobtitle text := fold(NEW.jobtitle);
BEGIN
  NEW.search_text := contact_search_text(v_firstname, v_lastname, NEW.email, NEW.phone, coalesce(v_company, ''),
    coalesce(v_jobtitle, ''));
  NEW.name_key := coalesce(nullif(left(btrim(v_firstname || ' ' || v_lastname), 200), ''), U&'\+10FFFF');
  NEW.email_key := coalesce(NEW.email, U&'\+10FFFF' || NEW.id);
  NEW.company_key := coalesce(left(v_company, 200), U&'\+10FFFF');
  NEW.jobtitle_key := coalesce(left(v_jobtitle, 200), U&'\+10FFFF');
  RETURN NEW;
END
$$;
CREATE TRIGGER contact_keys BEFORE INSERT ON contacts FOR EACH ROW EXECUTE FUNCTION contact_keys();
-- Updates of other columns, such as segments, need no new keys.
CREATE TRIGGER contact_keys_update BEFORE UPDATE OF email, phone, firstname, lastname, jobtitle, company ON contacts FOR EACH ROW
  WHEN ((OLD.email, OLD.phone, OLD.firstname, OLD.lastname, OLD.jobtitle, OLD.company)
    IS DISTINCT FROM (NEW.email, NEW.phone, NEW.firstname, NEW.lastname, NEW.jobtitle, NEW.company)) EXECUTE FUNCTION contact_keys();
-- Fire also in sessions that have disabled triggers.
ALTER TABLE contacts ENABLE ALWAYS TRIGGER contact_keys, ENABLE ALWAYS TRIGGER contact_keys_update;

-- Number of contacts of an organization (`scope_id` is the organization's id) and of each segment: the sum of the shards,
-- exact in every transaction. Each writer adds to its own shard, so writers do not wait for each other.
CREATE TABLE contact_counts (
  organization_id uuid NOT NULL,
  scope_id uuid NOT NULL,
  shard smallint NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (organization_id, scope_id, shard)
);

-- PL/pgSQL, because before PostgreSQL 18 an SQL function that cannot be inlined is planned at every call.
CREATE FUNCTION add_to_counts(p_organization uuid, p_counted uuid[], p_change bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contact_counts AS c (organization_id, scope_id, shard, count)
  SELECT p_organization, counted, pg_backend_pid() % 64, count(*) * p_change
  FROM unnest(p_counted) AS counted GROUP BY counted ORDER BY counted
  ON CONFLICT (organization_id, scope_id, shard) DO UPDATE SET count = c.count + excluded.count;
END
$$;

-- Notes about contacts, erased with them. Ids sort by time.
CREATE TABLE notes (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  contact_id uuid NOT NULL,
  text text NOT NULL,
  author_kind text NOT NULL, author_id uuid, author_name varchar(300) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (id, organization_id),
  CONSTRAINT notes_contact FOREIGN KEY (contact_id, organization_id) REFERENCES contacts ON DELETE CASCADE
);
CREATE INDEX notes_by_contact ON notes (contact_id, organization_id, id);

-- Pairs of contacts that are likely the same person, found by a job. Dismissed pairs stay, so that the job skips them.
CREATE TABLE duplicates (
  organization_id uuid NOT NULL,
  -- The lower id first.
  contact_id uuid NOT NULL,
  other_id uuid NOT NULL,
  -- Higher is likelier.
  score smallint NOT NULL,
  reasons text[] NOT NULL,
  dismissed boolean NOT NULL DEFAULT false,
  -- Id of the latest search that found the pair.
  found_at timestamptz(3) NOT NULL,
  PRIMARY KEY (contact_id, other_id, organization_id),
  CONSTRAINT duplicates_contact FOREIGN KEY (contact_id, organization_id) REFERENCES contacts ON DELETE CASCADE,
  CONSTRAINT duplicates_other FOREIGN KEY (other_id, organization_id) REFERENCES contacts ON DELETE CASCADE
);
CREATE INDEX duplicates_other ON duplicates (other_id, organization_id);
CREATE INDEX duplicates_best ON duplicates (organization_id, score DESC, contact_id, other_id) WHERE NOT dismissed;

-- Segments ----------------------------------------------------------------------------------------------------------

CREATE TABLE segments (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  title varchar(100) NOT NULL,
  color varchar(7) NOT NULL,
  description varchar(500),
  created_at timestamptz(3) NOT NULL,
  -- When and by whom the segment was moved to the trash; `contact_count` is its number of contacts at that time.
  deleted_at timestamptz(3),
  deleted_by varchar(300), deleted_by_kind text, deleted_by_id uuid,
  contact_count bigint,
  -- When it was purged from all contacts. The row stays, so that a late assignment shows no segment.
  purged_at timestamptz(3),
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX segments_title ON segments (organization_id, caseless(title)) WHERE deleted_at IS NULL;
CREATE INDEX segments_deleted ON segments (organization_id, id) WHERE deleted_at IS NOT NULL;

-- Number of contacts that joined and left a segment on a day (UTC), counted from sealed activity.
CREATE TABLE segment_days (
  organization_id uuid NOT NULL,
  segment_id uuid NOT NULL,
  day date NOT NULL,
  added integer NOT NULL,
  removed integer NOT NULL,
  -- Latest activities of the day in which contacts joined or left, oldest first.
  recent uuid[] NOT NULL,
  PRIMARY KEY (organization_id, segment_id, day)
);

-- Referral codes ----------------------------------------------------------------------------------------------------

CREATE TABLE referral_codes (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code varchar(64) NOT NULL,
  label varchar(200),
  referrer_id uuid,
  max_redemptions integer,
  redemption_count integer NOT NULL DEFAULT 0,
  expires_at timestamptz(3),
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, id),
  -- Decides the race for the last redemption.
  CONSTRAINT referral_codes_limit CHECK (max_redemptions IS NULL OR redemption_count <= max_redemptions),
  -- Purging a contact clears it: Citus does not support SET NULL for a part of a key.
  CONSTRAINT referral_codes_referrer FOREIGN KEY (referrer_id, organization_id) REFERENCES contacts
);
CREATE UNIQUE INDEX referral_codes_code ON referral_codes (organization_id, caseless(code));
CREATE INDEX referral_codes_referrer ON referral_codes (organization_id, referrer_id);

-- Segments that redeeming a code assigns.
CREATE TABLE referral_code_segments (
  organization_id uuid NOT NULL,
  referral_code_id uuid NOT NULL,
  segment_id uuid NOT NULL,
  PRIMARY KEY (organization_id, referral_code_id, segment_id),
  CONSTRAINT referral_code_segments_code FOREIGN KEY (organization_id, referral_code_id) REFERENCES referral_codes ON DELETE CASCADE,
  CONSTRAINT referral_code_segments_segment FOREIGN KEY (organization_id, segment_id) REFERENCES segments ON DELETE CASCADE
);

CREATE TABLE redemptions (
  organization_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  referral_code_id uuid NOT NULL,
  redeemed_at timestamptz(3) NOT NULL,
  -- A contact redeems a code once. The index begins with the contact, so that look-ups by code do not use it.
  PRIMARY KEY (contact_id, referral_code_id, organization_id),
  CONSTRAINT redemptions_contact FOREIGN KEY (contact_id, organization_id) REFERENCES contacts ON DELETE CASCADE,
  CONSTRAINT redemptions_code FOREIGN KEY (organization_id, referral_code_id) REFERENCES referral_codes
);
CREATE INDEX redemptions_by_code ON redemptions (referral_code_id, redeemed_at, contact_id, organization_id);

-- Imports -----------------------------------------------------------------------------------------------------------

CREATE TABLE imports (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name varchar(200) NOT NULL,
  size bigint NOT NULL,
  header_key text NOT NULL,
  format jsonb NOT NULL,
  settings jsonb NOT NULL,
  columns jsonb NOT NULL,
  -- Corrected cells by line and column, with the file's value and the corrected one. Later plans apply them.
  corrections jsonb,
  -- Jobs of the latest plan and run.
  plan_id uuid,
  run_id uuid,
  created_by jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, id)
);

-- Removes sample lines from the columns of an import, which may show erased people.
CREATE FUNCTION without_samples(columns jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_agg(c || '{"samples": []}' ORDER BY position), '[]') FROM jsonb_array_elements(columns) WITH ORDINALITY AS e (c, position)
$$;

-- The uploaded file in uncompressed chunks.
CREATE TABLE import_files (
  organization_id uuid NOT NULL,
  import_id uuid NOT NULL,
  number integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (organization_id, import_id, number)
);
ALTER TABLE import_files ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- Planned and actual outcome of each row. `json`, because it is stored and returned unchanged and never searched.
CREATE TABLE import_rows (
  organization_id uuid NOT NULL,
  plan_id uuid NOT NULL,
  line integer NOT NULL,
  outcome text NOT NULL,
  result text,
  contact_id uuid,
  request json NOT NULL,
  after json,
  email text,
  phone text,
  details jsonb,
  repeats integer,
  cells json,
  PRIMARY KEY (plan_id, line, organization_id)
);
CREATE INDEX import_rows_by_email ON import_rows (email, plan_id) WHERE email IS NOT NULL;
CREATE INDEX import_rows_by_phone ON import_rows (phone, plan_id) WHERE phone IS NOT NULL;
CREATE INDEX import_rows_by_contact ON import_rows (contact_id, plan_id) WHERE contact_id IS NOT NULL;

-- Contacts as they were before a run, for undo.
CREATE TABLE imported_contacts (
  organization_id uuid NOT NULL,
  run_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  chunk integer NOT NULL,
  before jsonb,
  version integer NOT NULL,
  -- Digest of the values after the run, so that a contact that was changed and changed back counts as unedited.
  state text,
  kept boolean NOT NULL DEFAULT false,
  PRIMARY KEY (run_id, contact_id, organization_id)
);
CREATE INDEX imported_contacts_by_chunk ON imported_contacts (run_id, chunk);
CREATE INDEX imported_contacts_by_contact ON imported_contacts (contact_id);

-- Jobs and bulk changes ---------------------------------------------------------------------------------------------

-- One queue for all organizations. On Citus it is a local table, so no foreign key refers to it.
CREATE TABLE jobs (
  organization_id uuid NOT NULL REFERENCES organizations,
  id uuid NOT NULL,
  kind text NOT NULL,
  input jsonb NOT NULL,
  state text NOT NULL,
  undo boolean NOT NULL DEFAULT false,
  position integer NOT NULL DEFAULT 0,
  progress jsonb NOT NULL,
  created_by jsonb NOT NULL,
  -- Who requested it; their rights are checked at each chunk.
  requested_by jsonb NOT NULL,
  token_id uuid,
  idempotency_key varchar(255),
  body_digest bytea,
  lease_holder uuid, lease_until timestamptz(3),
  attempts smallint NOT NULL DEFAULT 0,
  error text,
  due_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX jobs_idempotency_key ON jobs (organization_id, token_id, idempotency_key);
CREATE INDEX jobs_running ON jobs (organization_id, due_at, id) WHERE state = 'running';

CREATE TABLE bulk_change_chunks (
  organization_id uuid NOT NULL,
  bulk_change_id uuid NOT NULL,
  number integer NOT NULL,
  -- Nearly random, so compression would gain nothing.
  contact_ids uuid[] NOT NULL,
  changed_at timestamptz(3),
  -- For undo: changed segments, and former values of the changed field by contact id.
  segment_changes jsonb,
  field_changes jsonb,
  PRIMARY KEY (organization_id, bulk_change_id, number)
);
ALTER TABLE bulk_change_chunks ALTER COLUMN contact_ids SET STORAGE EXTERNAL;

-- Requests and webhooks ---------------------------------------------------------------------------------------------

-- Requests per minute. Unlogged, because a crash may lose them.
CREATE UNLOGGED TABLE rate_counts (key text PRIMARY KEY, count integer NOT NULL, resets_at timestamptz(3) NOT NULL);

-- First responses to requests with an Idempotency-Key, compressed and kept for a day.
CREATE TABLE idempotent_answers (
  organization_id uuid NOT NULL,
  token_id uuid NOT NULL,
  key text NOT NULL,
  body_digest bytea NOT NULL,
  answer bytea NOT NULL,
  -- Contacts in the response, which is erased with them.
  contact_ids uuid[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (organization_id, token_id, key)
);

-- Endpoints that receive the events of the feed.
CREATE TABLE webhooks (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  url varchar(2000) NOT NULL,
  -- Null: all types.
  types text[],
  state text NOT NULL CHECK (state IN ('active', 'paused')),
  -- Whether failures, not a person, paused it.
  disabled_after_failures boolean NOT NULL DEFAULT false,
  -- Whether a restore paused it, because the original database may still send.
  restored boolean NOT NULL DEFAULT false,
  -- The token that created or resumed the webhook, which is paused once that token is revoked; null: a person.
  token_id uuid,
  -- Encrypted. The former secret also signs until its time.
  secret bytea NOT NULL,
  former_secret bytea, former_secret_until timestamptz(3),
  -- Position in the feed: later events have not been read.
  seal integer NOT NULL,
  event_id uuid NOT NULL,
  -- Number of events read from the feed.
  events_read bigint NOT NULL DEFAULT 0,
  -- Failed attempts since the latest success.
  failures integer NOT NULL DEFAULT 0,
  -- Incremented when somebody resumes the webhook or sends again: results of earlier attempts no longer count.
  generation integer NOT NULL DEFAULT 0,
  -- Whether reading stops until waiting events are delivered.
  backlog_full boolean NOT NULL DEFAULT false,
  -- When to try an endpoint again that is down.
  retry_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, id)
);

-- Deliveries that were sent or wait, without the events themselves.
CREATE TABLE webhook_deliveries (
  organization_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  event_id uuid NOT NULL,
  -- Position in the feed; null for a test.
  number bigint,
  subject_id uuid NOT NULL,
  type text NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts integer NOT NULL,
  -- Time of the first failed attempt.
  since timestamptz(3),
  -- Time of the next attempt, the same for all deliveries of a subject.
  next_at timestamptz(3) NOT NULL,
  -- Time of the latest attempt, and its result.
  at timestamptz(3) NOT NULL,
  status smallint,
  answer text,
  problem text,
  milliseconds integer,
  PRIMARY KEY (organization_id, webhook_id, event_id),
  FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (organization_id, webhook_id, at, event_id);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (organization_id, webhook_id, subject_id, number) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_answers ON webhook_deliveries (subject_id, organization_id) WHERE answer IS NOT NULL;

-- Activity ----------------------------------------------------------------------------------------------------------

-- Written in the transaction of the change. Older rows have an actor's name without an id.
CREATE TABLE activities (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  action text NOT NULL,
  actor_kind text NOT NULL, actor_id uuid, actor_name varchar(300) NOT NULL,
  subject_id uuid NOT NULL,
  before jsonb,
  after jsonb,
  -- The resource after the change, for the feed of events; null where `after` has all of it. Not part of the digest.
  resource jsonb,
  request_id varchar(128),
  import_id uuid,
  -- Prevents guessing erased values from their digest. An erased row keeps the digest without the salt.
  salt uuid DEFAULT gen_random_uuid(),
  erased_digest bytea,
  -- Other contacts that the change concerned.
  contact_ids uuid[],
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX activities_by_subject ON activities (organization_id, subject_id, id);
CREATE INDEX activities_by_contact ON activities USING gin (contact_ids) WHERE contact_ids IS NOT NULL;
-- Finds rare actions among millions of changes of contacts.
CREATE INDEX activities_rare ON activities (organization_id, id) WHERE action NOT IN ('contact.created', 'contact.updated');

-- Activities that are not sealed yet: one row per statement, with the id of its first activity. Sealing deletes these rows,
-- which costs a fraction of marking each activity.
CREATE TABLE unsealed_activities (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  count integer NOT NULL,
  ids uuid[] NOT NULL,
  PRIMARY KEY (organization_id, id)
);

-- On Citus, the trigger runs on a shard and writes to the neighboring shard.
CREATE FUNCTION list_unsealed_activities() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_shard text;
BEGIN
  IF TG_TABLE_NAME = 'activities' THEN
    INSERT INTO unsealed_activities (organization_id, id, count, ids)
    SELECT organization_id, (array_agg(id ORDER BY id))[1], count(*), array_agg(id ORDER BY id) FROM recorded GROUP BY organization_id;
    RETURN NULL;
  END IF;
  EXECUTE 'SELECT ''unsealed_activities_'' || u.shardid FROM pg_dist_shard a JOIN pg_dist_shard u USING (shardminvalue)
    WHERE a.shardid = $1 AND u.logicalrelid = ''unsealed_activities''::regclass'
  INTO STRICT v_shard USING substring(TG_TABLE_NAME FROM '\d+$')::bigint;
  EXECUTE format('INSERT INTO %I (organization_id, id, count, ids)
    SELECT organization_id, (array_agg(id ORDER BY id))[1], count(*), array_agg(id ORDER BY id) FROM recorded GROUP BY organization_id', v_shard);
  RETURN NULL;
END
$$;
-- A trigger, so that no statement can forget it.
CREATE TRIGGER unsealed AFTER INSERT ON activities REFERENCING NEW TABLE AS recorded
  FOR EACH STATEMENT EXECUTE FUNCTION list_unsealed_activities();

-- A chain of digests that verifies the activity.
CREATE TABLE activity_seals (
  organization_id uuid NOT NULL,
  number integer NOT NULL,
  count integer NOT NULL,
  -- Ids and digests of the sealed rows. Digests do not compress.
  ids uuid[],
  digests bytea[],
  contents_digest bytea NOT NULL,
  latest_at timestamptz(3) NOT NULL,
  sealed_at timestamptz(3) NOT NULL,
  digest bytea NOT NULL,
  removed_at timestamptz(3),
  -- Whether `segment_days` has counted its activities; a job counts seals of old versions.
  counted boolean NOT NULL DEFAULT false,
  PRIMARY KEY (organization_id, number)
);
ALTER TABLE activity_seals ALTER COLUMN ids SET STORAGE EXTERNAL, ALTER COLUMN digests SET STORAGE EXTERNAL;
CREATE INDEX activity_seals_uncounted ON activity_seals (organization_id, number) WHERE NOT counted AND ids IS NOT NULL;

CREATE FUNCTION activity_values_digest(salt uuid, before jsonb, after jsonb) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(convert_to(coalesce(salt::text, '') || E'\n' || coalesce(before::text, '') || E'\n' || coalesce(after::text, ''), 'UTF8'))
$$;

-- An erased row keeps the digest of its values, so that verification accepts no other missing values.
CREATE FUNCTION activity_digest(a activities) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(jsonb_build_array(a.organization_id, a.id, extract(epoch FROM a.at), a.action, a.actor_kind,
    a.actor_id, a.actor_name, a.subject_id, a.request_id, a.import_id, encode(sha256(array_send(a.contact_ids)), 'hex'),
    encode(coalesce(CASE WHEN a.salt IS NULL AND a.before IS NULL AND a.after IS NULL THEN a.erased_digest END,
      activity_values_digest(a.salt, a.before, a.after)), 'hex'))::text, 'UTF8'))
$$;

CREATE FUNCTION seal_digest(p_organization uuid, number integer, count integer, latest_at timestamptz, sealed_at timestamptz,
  contents bytea, previous bytea) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(jsonb_build_array(p_organization, number, count, extract(epoch FROM latest_at),
    extract(epoch FROM sealed_at), encode(contents, 'hex'), encode(previous, 'hex'))::text, 'UTF8'))
$$;

-- Replicas of connected services ------------------------------------------------------------------------------------

-- Which organization holds the local copy of a remote service.
CREATE TABLE replicas (
  organization_id uuid PRIMARY KEY,
  url text NOT NULL,
  remote_organization_id uuid,
  token_digest text,
  -- Detected features of the service.
  service jsonb,
  -- Passes through the remote list of contacts: current and last complete.
  pass integer NOT NULL DEFAULT 0,
  complete_pass integer, complete_at timestamptz(3),
  problem jsonb,
  CONSTRAINT replicas_source UNIQUE NULLS NOT DISTINCT (url, remote_organization_id)
);

CREATE TABLE replica_contacts (
  organization_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  -- The last pass that saw the contact; the contact is gone once two complete passes missed it.
  last_seen_pass integer NOT NULL DEFAULT 0,
  -- Whether it was last recorded from the response to a change, not from a page of the list.
  answered boolean NOT NULL DEFAULT false,
  PRIMARY KEY (organization_id, contact_id),
  CONSTRAINT replica_contacts_contact FOREIGN KEY (contact_id, organization_id) REFERENCES contacts ON DELETE CASCADE
);
