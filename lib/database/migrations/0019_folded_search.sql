-- Search and sort compare texts as people type them. `fold` is also in the program, for what is searched:
-- `lib/service/contacts/list/fold.ts`; a test compares both.
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
CREATE OR REPLACE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  -- All ASCII, as most texts are: many times quicker.
  SELECT CASE WHEN octet_length(value) = char_length(value) THEN translate(lower(value COLLATE "C"), '-''`', ' ')
    ELSE fold_letters(value) END
$$;
-- Words of scripts without spaces, cut into pairs at each character: the trigram index finds two characters only where a
-- word begins.
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
-- The label of an international domain as people write it (RFC 3492); one that cannot be decoded as it is.
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
-- What is searched, of folded texts, with the phone without its plus: its first digits begin a word.
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
CREATE OR REPLACE FUNCTION contact_keys() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- Each part once: the shorter a text with accents is, the cheaper, and most parts have none.
  v_firstname text := coalesce(fold(NEW.firstname), '');
  v_lastname text := coalesce(fold(NEW.lastname), '');
  v_company text := fold(NEW.company);
BEGIN
  NEW.search_text := contact_search_text(v_firstname, v_lastname, NEW.email, NEW.phone, coalesce(v_company, ''),
    coalesce(fold(NEW.jobtitle), ''));
  NEW.name_key := coalesce(nullif(left(btrim(v_firstname || ' ' || v_lastname), 200), ''), U&'\+10FFFF');
  NEW.email_key := coalesce(NEW.email, U&'\+10FFFF' || NEW.id);
  NEW.company_key := coalesce(left(v_company, 200), U&'\+10FFFF');
  RETURN NEW;
END
$$;
DROP TRIGGER contact_keys_update ON contacts;
-- One pass that writes the table anew and builds its indexes sorted: an update of all rows would take several times as long
-- and leave twice the space.
ALTER TABLE contacts
  ALTER COLUMN search_text TYPE text USING contact_search_text(coalesce(fold(firstname), ''), coalesce(fold(lastname), ''),
    email, phone, coalesce(fold(company), ''), coalesce(fold(jobtitle), '')),
  ALTER COLUMN name_key TYPE text COLLATE "C" USING coalesce(nullif(left(btrim(coalesce(fold(firstname), '') || ' '
    || coalesce(fold(lastname), '')), 200), ''), U&'\+10FFFF'),
  ALTER COLUMN company_key TYPE text COLLATE "C" USING coalesce(left(fold(company), 200), U&'\+10FFFF');
CREATE TRIGGER contact_keys_update BEFORE UPDATE OF email, phone, firstname, lastname, jobtitle, company ON contacts FOR EACH ROW
  WHEN ((OLD.email, OLD.phone, OLD.firstname, OLD.lastname, OLD.jobtitle, OLD.company)
    IS DISTINCT FROM (NEW.email, NEW.phone, NEW.firstname, NEW.lastname, NEW.jobtitle, NEW.company)) EXECUTE FUNCTION contact_keys();
ALTER TABLE contacts ENABLE ALWAYS TRIGGER contact_keys_update;
ANALYZE contacts (organization_id, id, phone, updated_at, deleted_at, deletion_id, search_text, name_key, email_key, company_key);
