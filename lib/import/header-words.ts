import type { ContactField } from '@/lib/contract/contact-fields';

/** What a column of an address book may mean. */
export type Meaning =
  | ContactField
  | 'middleName'
  | 'lastNamePrefix'
  | 'fullName'
  | 'prefix'
  | 'suffix'
  | 'segments'
  | 'referralCode';

/**
 * Words in headers for each meaning, by language. Compared without case, accents and punctuation; `*` stands for the rest of
 * a word, before or after it. Headers of exports (Google, Outlook, HubSpot, …) consist of the same words.
 */
export const WORDS: Record<string, Partial<Record<Meaning, string>>> = {
  en: {
    email: 'email, emails, e mail, e mails, mail, email*, *email',
    phone:
      'phone, phones, telephone, tel, mobile, mobile*, cell, cellphone, cellular, landline, whatsapp, sms, msisdn, *phone, phone*, mobilephone',
    firstname: 'first name, firstname, given name, givenname, forename, fname, first, christian name',
    lastname: 'last name, lastname, family name, familyname, surname, lname, last, second name',
    middleName: 'middle name, middlename, middle, additional name, mname, middle initial',
    lastNamePrefix: 'last name prefix, surname prefix, name particle',
    fullName:
      'full name, fullname, name, customer, client, contact name, display name, displayname, contact, person, attendee, sort name',
    prefix: 'prefix, salutation, honorific, courtesy title, name prefix, honorific prefix, individual prefix',
    suffix: 'suffix, name suffix, honorific suffix, generation',
    jobtitle:
      'job title, jobtitle, title, position, role, job, occupation, profession, designation, organization title, job position, job role',
    company:
      'company, company name, companyname, account, organization, organisation, organization name, employer, current employer, account name, business name, firm, workplace, associated company, works at',
    segments:
      'segments, segment, tags, tag, labels, label, group membership, groups, group, lists, list, categories, category, audiences, audience, interests',
    referralCode:
      'referral code, referralcode, referral, promo code, promocode, coupon, coupon code, invite code, discount code, voucher code',
  },
  de: {
    email: 'mailadresse, emailadresse, e mailadresse, *mailadresse, e post',
    phone:
      'telefon, telefon*, *telefon, rufnummer, rufnummer*, handy, handy*, mobil, mobil*, festnetz, mobilfunk, *telefonnummer, fon',
    firstname: 'vorname, vornamen, rufname, *vorname',
    lastname: 'nachname, familienname, zuname, *nachname',
    middleName: 'zweiter vorname, mittelname, weitere vornamen',
    lastNamePrefix: 'namenszusatz, namensvorsatz',
    fullName:
      'vollständiger name, vor und nachname, vor nachname, vor und zuname, vor zuname, name vorname, wie heißt du, wie heißen sie, ansprechpartner, kunde, kontaktname, anzeigename, kontakt, ansprechperson',
    prefix: 'anrede, akademischer titel, grad',
    suffix: 'namenssuffix',
    jobtitle:
      'position, berufsbezeichnung, stellenbezeichnung, funktion, funktion*, beruf, berufliche position, stelle, rolle, tätigkeit, jobtitel',
    company:
      'firma, firmenname, firmenbezeichnung, firmenwortlaut, firmenkunde, unternehmen, unternehmensname, organisation, arbeitgeber, betrieb, firmierung',
    segments:
      'segmente, gruppen, gruppe, kategorien, kategorie, schlagwörter, schlagwort, stichwörter, verteiler, listen, liste',
    referralCode: 'empfehlungscode, einladungscode, gutscheincode, gutschein, aktionscode, rabattcode',
  },
  fr: {
    email: 'courriel, adresse électronique, mél, adresse mail',
    phone: 'téléphone, portable, gsm, numéro de téléphone, téléphone portable, fixe, mobile',
    firstname: 'prénom, prénoms',
    lastname: 'nom de famille, nom usuel, nom de naissance',
    middleName: 'deuxième prénom, autres prénoms',
    fullName:
      'nom complet, nom et prénom, prénom et nom, prénom nom, nom prénom, nom, client, interlocuteur, nom affiché',
    prefix: 'civilité',
    jobtitle: 'poste, fonction, intitulé du poste, titre du poste, métier, profession, titre',
    company:
      "société, entreprise, nom de l'entreprise, nom de la société, raison sociale, organisation, employeur, organisme",
    segments: 'étiquettes, étiquette, groupes, groupe, catégories, catégorie, listes',
    referralCode: 'code de parrainage, code promo, code parrain',
  },
  es: {
    email: 'correo electrónico, correo, correo e, dirección de correo',
    phone: 'teléfono, teléfonos, móvil, celular, número de teléfono, fijo',
    firstname: 'nombre de pila, primer nombre, nombres',
    lastname: 'apellidos, apellido, primer apellido, apellido paterno',
    middleName: 'segundo nombre',
    fullName: 'nombre completo, nombre y apellidos, nombre y apellido, nombre, cliente, contacto',
    prefix: 'tratamiento, título de cortesía',
    jobtitle: 'cargo, puesto, título del trabajo, profesión, ocupación, puesto de trabajo',
    company: 'empresa, nombre de la empresa, compañía, organización, razón social, empleador',
    segments: 'etiquetas, etiqueta, grupos, grupo, categorías, categoría, listas, segmentos',
    referralCode: 'código de referencia, código promocional, código de referido, cupón',
  },
  it: {
    email: 'posta elettronica, indirizzo e mail, indirizzo email',
    phone: 'telefono, numero di telefono, cellulare, cell, fisso, recapito telefonico',
    firstname: 'nome proprio, nome di battesimo',
    lastname: 'cognome',
    middleName: 'secondo nome',
    fullName: 'nome completo, nome e cognome, cognome e nome, nominativo, nome, cliente, contatto, referente',
    prefix: 'titolo di cortesia, appellativo',
    jobtitle: 'ruolo, qualifica, posizione, mansione, professione, incarico',
    company: 'azienda, nome azienda, società, ditta, ragione sociale, impresa, organizzazione',
    segments: 'gruppi, gruppo, etichette, etichetta, categorie, elenchi, segmenti',
    referralCode: 'codice referral, codice promo, codice invito, codice sconto',
  },
  pt: {
    email: 'correio eletrónico, correio eletrônico, endereço de e mail, endereço de email',
    phone: 'telefone, telefones, número de telefone, telemóvel, celular, fone, telefone celular',
    firstname: 'primeiro nome, nome próprio, prenome',
    lastname: 'sobrenome, apelido, último nome, nome de família',
    middleName: 'nome do meio, segundo nome',
    fullName: 'nome completo, nome, nome e sobrenome, cliente, contato, contacto',
    prefix: 'tratamento, pronome de tratamento',
    jobtitle: 'cargo, função, título profissional, profissão, ocupação',
    company: 'empresa, nome da empresa, companhia, organização, razão social, instituição',
    segments: 'etiquetas, marcadores, grupos, categorias, listas, segmentos',
    referralCode: 'código de indicação, código promocional, cupom, cupão',
  },
  nl: {
    email: 'e mailadres, mailadres, *mailadres',
    phone: 'telefoon, telefoon*, *telefoon, mobiel, mobiele nummer, gsm, mobiel nummer, 06 nummer',
    firstname: 'voornaam, roepnaam, voornamen',
    lastname: 'achternaam, familienaam',
    lastNamePrefix: 'tussenvoegsel, tussenvoegsels, voorvoegsel, voorvoegsels',
    middleName: 'tweede voornaam, middelste naam',
    fullName: 'volledige naam, naam, weergavenaam, klant, contactpersoon, voor en achternaam',
    prefix: 'aanhef, aanspreekvorm',
    jobtitle: 'functie, functietitel, beroep, rol, functieomschrijving',
    company: 'bedrijf, bedrijfsnaam, organisatie, onderneming, werkgever, organisatienaam',
    segments: 'groepen, groep, categorieën, categorie, labels, lijsten, lijst',
    referralCode: 'verwijzingscode, kortingscode, actiecode',
  },
  pl: {
    email: 'adres e mail, adres email, poczta, poczta elektroniczna',
    phone: 'telefon, numer telefonu, komórka, telefon komórkowy, tel kom',
    firstname: 'imię, imiona',
    lastname: 'nazwisko',
    middleName: 'drugie imię',
    fullName:
      'imię i nazwisko, nazwisko i imię, pełne imię i nazwisko, osoba kontaktowa, pełna nazwa, klient, kontakt',
    prefix: 'tytuł, zwrot grzecznościowy',
    jobtitle: 'stanowisko, funkcja, zawód, rola',
    company: 'firma, nazwa firmy, przedsiębiorstwo, organizacja, spółka, pracodawca',
    segments: 'grupy, grupa, kategorie, kategoria, etykiety, tagi, listy, segmenty',
    referralCode: 'kod polecający, kod promocyjny, kod rabatowy',
  },
  cs: {
    email: 'emailová adresa, e mailová adresa, pošta',
    phone: 'telefon, telefonní číslo, mobil, mobilní telefon, telefónne číslo, mobilní',
    firstname: 'jméno, křestní jméno, meno, krstné meno',
    lastname: 'příjmení, priezvisko',
    middleName: 'prostřední jméno, druhé jméno',
    fullName: 'celé jméno, jméno a příjmení, příjmení a jméno, meno a priezvisko, celé meno, kontaktní osoba',
    prefix: 'oslovení, titul, titul před jménem, titul pred menom',
    suffix: 'titul za jménem, titul za menom',
    jobtitle: 'pozice, funkce, pracovní pozice, zaměstnání, pozícia, funkcia, povolání',
    company: 'společnost, firma, název firmy, podnik, organizace, spoločnosť, zaměstnavatel, názov firmy',
    segments: 'skupiny, skupina, kategorie, štítky, štítek, seznamy, kategórie',
  },
  sv: {
    email: 'e post, epost, e postadress, epostadress, mejl, mejladress',
    phone: 'telefon, telefonnummer, mobil, mobilnummer, mobiltelefon',
    firstname: 'förnamn, tilltalsnamn',
    lastname: 'efternamn, släktnamn',
    middleName: 'mellannamn',
    fullName: 'namn, fullständigt namn, för och efternamn, visningsnamn, kontaktperson',
    prefix: 'tilltal',
    jobtitle: 'titel, befattning, roll, yrke, yrkestitel, tjänst',
    company: 'företag, företagsnamn, bolag, organisation, arbetsgivare, firma',
    segments: 'grupper, grupp, kategorier, kategori, etiketter, taggar, listor',
  },
  da: {
    email: 'e mailadresse, mailadresse',
    phone: 'telefon, telefonnummer, tlf, tlf nr, mobil, mobilnummer, mobiltelefon',
    firstname: 'fornavn, fornavne',
    lastname: 'efternavn',
    middleName: 'mellemnavn',
    fullName: 'navn, fulde navn, for og efternavn, visningsnavn, kontaktperson',
    jobtitle: 'stilling, stillingsbetegnelse, jobtitel, titel, rolle',
    company: 'firma, firmanavn, virksomhed, virksomhedsnavn, selskab, arbejdsgiver',
    segments: 'grupper, gruppe, kategorier, etiketter, lister',
  },
  no: {
    email: 'e post, epost, e postadresse, epostadresse',
    phone: 'telefon, telefonnummer, tlf, mobil, mobilnummer, mobiltelefon',
    firstname: 'fornavn',
    lastname: 'etternavn',
    middleName: 'mellomnavn',
    fullName: 'navn, fullt navn, for og etternavn, visningsnavn',
    jobtitle: 'stilling, stillingstittel, tittel, rolle, yrke',
    company: 'firma, firmanavn, bedrift, selskap, organisasjon, arbeidsgiver, bedriftsnavn',
    segments: 'grupper, gruppe, kategorier, etiketter, lister',
  },
  fi: {
    email: 'sähköposti, sähköpostiosoite, s posti',
    phone: 'puhelin, puhelinnumero, matkapuhelin, gsm, puh, kännykkä',
    firstname: 'etunimi, kutsumanimi, etunimet',
    lastname: 'sukunimi',
    middleName: 'toinen nimi',
    fullName: 'nimi, koko nimi, yhteyshenkilö',
    jobtitle: 'titteli, tehtävänimike, asema, ammatti, rooli',
    company: 'yritys, yrityksen nimi, organisaatio, työnantaja, yhtiö',
    segments: 'ryhmät, ryhmä, luokat, tunnisteet, luettelot',
  },
  hu: {
    email: 'e mail cím, email cím, levelezési cím',
    phone: 'telefon, telefonszám, mobil, mobilszám, mobiltelefon',
    firstname: 'keresztnév, utónév',
    lastname: 'vezetéknév, családnév',
    fullName: 'név, teljes név, kapcsolattartó',
    prefix: 'megszólítás',
    jobtitle: 'beosztás, munkakör, pozíció, foglalkozás',
    company: 'cég, cégnév, vállalat, szervezet, munkahely',
    segments: 'csoportok, csoport, kategóriák, kategória, címkék, címke',
  },
  ro: {
    email: 'adresă de email, adresă e mail, poștă electronică',
    phone: 'telefon, număr de telefon, mobil, telefon mobil',
    firstname: 'prenume',
    lastname: 'nume de familie',
    fullName: 'nume complet, nume și prenume, prenume și nume, nume, persoană de contact',
    prefix: 'formulă de adresare',
    jobtitle: 'funcție, funcția, post, poziție, ocupație, profesie',
    company: 'companie, firmă, denumire firmă, organizație, societate, angajator',
    segments: 'grupuri, grup, categorii, etichete, liste',
  },
  el: {
    email: 'ηλεκτρονικό ταχυδρομείο, διεύθυνση email, ηλεκτρονική διεύθυνση',
    phone: 'τηλέφωνο, κινητό, αριθμός τηλεφώνου, κινητό τηλέφωνο, σταθερό',
    firstname: 'όνομα, μικρό όνομα',
    lastname: 'επώνυμο, επίθετο',
    fullName: 'ονοματεπώνυμο, πλήρες όνομα, όνομα και επώνυμο',
    prefix: 'προσφώνηση',
    jobtitle: 'θέση, θέση εργασίας, επάγγελμα, ιδιότητα, τίτλος',
    company: 'εταιρεία, εταιρία, επωνυμία, οργανισμός, επιχείρηση',
    segments: 'ομάδες, ομάδα, κατηγορίες, κατηγορία, ετικέτες',
  },
  ru: {
    email: 'почта, электронная почта, эл почта, адрес электронной почты, имейл, емейл',
    phone: 'телефон, телефоны, мобильный, мобильный телефон, номер телефона, сотовый, моб',
    firstname: 'имя',
    lastname: 'фамилия',
    middleName: 'отчество, второе имя',
    fullName:
      'фио, ф и о, полное имя, имя и фамилия, фамилия и имя, имя фамилия, фамилия имя, фамилия имя отчество, контактное лицо, контакт',
    prefix: 'обращение',
    jobtitle: 'должность, профессия, роль, позиция',
    company: 'компания, организация, фирма, название компании, предприятие, работодатель, место работы',
    segments: 'группы, группа, категории, категория, теги, метки, сегменты, списки',
    referralCode: 'промокод, реферальный код',
  },
  uk: {
    email: 'пошта, електронна пошта, електронна адреса, ел пошта, адреса електронної пошти',
    phone: 'телефон, мобільний, номер телефону, мобільний телефон',
    firstname: "ім'я",
    lastname: 'прізвище',
    middleName: 'по батькові',
    fullName: "піб, п і б, повне ім'я, ім'я та прізвище, прізвище та ім'я, контактна особа",
    jobtitle: 'посада, професія, роль',
    company: 'компанія, організація, фірма, назва компанії, підприємство',
    segments: 'групи, група, категорії, категорія, теги, мітки',
  },
  tr: {
    email: 'e posta, eposta, e posta adresi, eposta adresi',
    phone: 'telefon, telefon numarası, cep, cep telefonu, gsm, telefon no',
    firstname: 'ad, adı, isim, ön ad',
    lastname: 'soyad, soyadı, soyisim, aile adı',
    fullName: 'ad soyad, adı soyadı, tam ad, isim soyisim, ad ve soyad, yetkili kişi',
    prefix: 'hitap',
    jobtitle: 'unvan, ünvan, pozisyon, görev, meslek, iş unvanı',
    company: 'şirket, firma, şirket adı, firma adı, kurum, kuruluş, işveren',
    segments: 'gruplar, grup, kategoriler, kategori, etiketler, etiket, listeler',
  },
  he: {
    email: 'דוא"ל, דואל, אימייל, מייל, דואר אלקטרוני, כתובת מייל',
    phone: 'טלפון, נייד, טלפון נייד, סלולרי, פלאפון, מספר טלפון',
    firstname: 'שם פרטי',
    lastname: 'שם משפחה',
    fullName: 'שם מלא, שם, איש קשר',
    jobtitle: 'תפקיד, תואר',
    company: 'חברה, שם חברה, ארגון, שם החברה, מקום עבודה',
    segments: 'קבוצות, קבוצה, קטגוריות, תגיות, תוויות',
  },
  ar: {
    email: 'البريد الإلكتروني, بريد إلكتروني, الايميل, البريد, ايميل',
    phone: 'الهاتف, هاتف, رقم الهاتف, الجوال, جوال, الموبايل, رقم الجوال, المحمول',
    firstname: 'الاسم الأول, الإسم الأول, الاسم الاول',
    lastname: 'اسم العائلة, الاسم الأخير, اللقب, العائلة',
    fullName: 'الاسم الكامل, الاسم, الإسم',
    jobtitle: 'المسمى الوظيفي, الوظيفة, المنصب',
    company: 'الشركة, اسم الشركة, شركة, المؤسسة, المنظمة',
    segments: 'المجموعات, المجموعة, الفئات, الفئة, الوسوم',
  },
  ja: {
    email: 'メールアドレス, メール, eメール, 電子メール',
    phone: '電話番号, 電話, 携帯, 携帯電話, 携帯番号, tel',
    firstname: '名, 名前 名, お名前 名, 下の名前',
    lastname: '姓, 苗字, 名字, 名前 姓, お名前 姓',
    fullName: '氏名, 名前, お名前, 姓名, 担当者, 担当者名, ご担当者名',
    jobtitle: '役職, 職種, 肩書, 肩書き, 職業, 役職名',
    company: '会社名, 会社, 勤務先, 組織, 企業名, 法人名, 貴社名, 御社名',
    segments: 'タグ, ラベル, グループ, カテゴリ, カテゴリー, セグメント',
  },
  zh: {
    email: '电子邮件, 电子邮箱, 邮箱, 邮件, 電子郵件, 電子信箱, 郵箱, 邮箱地址, 电邮, 電郵',
    phone:
      '电话, 电话号码, 手机, 手机号, 手机号码, 電話, 電話號碼, 手機, 手機號碼, 联系电话, 行動電話, 移动电话',
    firstname: '名, 名字',
    lastname: '姓, 姓氏',
    fullName: '姓名, 全名, 联系人, 聯絡人, 联系人姓名',
    prefix: '称谓, 稱謂',
    jobtitle: '职位, 职务, 職位, 職稱, 职称, 頭銜, 职业, 岗位',
    company: '公司, 公司名称, 公司名稱, 单位, 單位, 企业, 企业名称, 组织, 机构',
    segments: '标签, 標籤, 分组, 群組, 组别, 类别, 類別, 分类',
  },
  ko: {
    email: '이메일, 이메일 주소, 메일, 전자우편, 메일주소',
    phone: '전화번호, 전화, 휴대폰, 핸드폰, 휴대전화, 연락처, 휴대폰 번호',
    firstname: '이름',
    lastname: '성, 성씨',
    fullName: '성명, 전체 이름, 담당자, 담당자명, 성함',
    jobtitle: '직책, 직위, 직함, 직급, 직업',
    company: '회사, 회사명, 소속, 기관, 직장, 업체명',
    segments: '그룹, 태그, 라벨, 분류, 카테고리, 세그먼트',
  },
  vi: {
    email: 'thư điện tử, địa chỉ email',
    phone: 'điện thoại, số điện thoại, di động, sđt',
    firstname: 'tên',
    lastname: 'họ',
    middleName: 'tên đệm',
    fullName: 'họ và tên, họ tên, tên đầy đủ',
    jobtitle: 'chức vụ, chức danh, nghề nghiệp',
    company: 'công ty, tên công ty, tổ chức',
    segments: 'nhóm, thẻ, danh mục',
  },
};

/** Words that say nothing about which field a column is. */
export const NEUTRAL = `address, addresses, adresse, adres, direccion, indirizzo, endereco, osoite, mailing, street, number,
  nummer, no, numero, value, values, primary, main, principal, preferred, default, your, you, ihr, ihre, deine, votre, su,
  tu, seu, work, business, office, private, personal, home, privat, prive, geschaftlich, dienstlich, beruflich,
  professionnel, personnel, bureau, domicile, trabajo, casa, lavoro, mobile, mobil, required, optional, pflichtfeld,
  obligatoire, field, contact, contacts, contacto, contatto, kontakt, person, people, customer, client, lead, member, invitee,
  subscriber, attendee, teilnehmer, participante, partecipante, deelnemer, participant, billing, new, full, name, names, nom, nombre, nome, naam, navn, namn, of, the, a, an,
  de, del, do, da, la, le, les, l, d, des, du, der, die, das, den, and, und, et, y, e, i, og, och, what, whats, is, which,
  please, enter, type, for, at, in, on, bezeichnung, s, info, line, internet, voice, pref, where, are, we, can, reach, how,
  should, call, phones, emails, wat, je, jouw, uw, u, wie, lautet, heißt, ist, deiner, ihrer, welche, welcher, welches, unter,
  arbeitest, arbeiten, sie, quel, quelle, est, ton, ta, votre, travaillez, cual, es, qual, è, é, il, o, jaki, jaka, jest,
  twój, twoje, vad, är, ditt, din, hva, er, hvad, 主, 备用`;

/** Words of headers about something other than a contact's fields. */
export const ELSEWHERE = `fax*, *fax, pager, phonetic, furigana, フリガナ, ふりがな, nickname, nick, maiden, owner, manager,
  assistant, asst, assistent, spouse, emergency, created, modified, assigned, agent, referrer, referred, seller, website, url, domain,
  department, abteilung, birthday, country, size, industry, campaign, password`;

/** Words for another person, whose address counts only if the file has no other. */
export const OTHER_PERSON =
  'buyer, käufer, besteller, acheteur, comprador, acquirente, koper, parent, shipping, delivery, guest, partner, payer, mother, father, responsible, user, host, sender';

/** Words for kinds of addresses, the best to reach somebody first; the second stands for addresses without a kind. */
export const KINDS = [
  'primary, pref, preferred, principal',
  '',
  `mobile*, mobil*, cell*, *mobil, handy*, whatsapp, sms, portable, movil, celular, cellulare, telemovel, mobiel*, komorka, gsm,
   κινητο, мобильный, мобільний, 手机, 手機, 携帯, 휴대폰, 핸드폰, matkapuhelin, cep`,
  'work, business, office, geschaftlich, dienstlich, beruflich, professionnel, trabajo, lavoro, address',
  'home, private, personal, privat, prive, casa, domicile, personnel, landline*, festnetz*, fixe, fijo',
  'other, additional, alternative, secondary, second, company, switchboard, main',
];

/** Words that, alone, may mean a person, a company or a number of either. */
export const DOUBTFUL = 'account, customer, client, cliente, kunde, klant, klient';

/** Bare words for a name, which mean the other name beside a first or a last name. */
export const BARE_NAMES =
  'name, nom, nombre, nome, naam, navn, namn, nimi, nume, név, имя, 名前, שם, الاسم, jméno, imię, ad, tên';
