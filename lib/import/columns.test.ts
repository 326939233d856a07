import { expect, test } from 'vitest';
import type { ImportTarget } from '@/lib/contract/import';
import { ownEmail } from './column-values';
import { guessColumns, guessTargets, headerKey, looksLikePhone } from './columns';
import { textFiles } from './fixtures';
import { RecordScanner } from './record-scanner';
import { splitFullName } from './split-full-name';

/** The guesses by name, without the columns that are left out. */
function guessed(header: string[], samples: string[][] = []) {
  const targets = guessTargets(header, samples);
  return Object.fromEntries(targets.flatMap((target, index) => (target ? [[target, header[index]]] : [])));
}

function guessedOf(file: Uint8Array) {
  const [header, ...samples] = new RecordScanner(',').read(new TextDecoder().decode(file), true);
  return guessed(
    header!.cells,
    samples.map(({ cells }) => cells),
  );
}

test.each([
  [
    ['Jana Lindqvist <jana@x.se>', '+46 70 123 45 67'],
    ['email', 'phone'],
  ],
  [['"van Dyk, Cleo" <cleo@x.nl>'], ['email']],
  [
    ['Jana Lindqvist', ' jana@x.se', ' +46 70 123 45 67'],
    ['fullName', 'email', 'phone'],
  ],
])('a pasted line without a header is known by its values: %j', (line, targets) =>
  expect(guessTargets([], [line, line])).toEqual(targets),
);

test('knows the exports of Google and Outlook', () => {
  expect(guessedOf(textFiles.google)).toEqual({
    firstname: 'First Name',
    middleName: 'Middle Name',
    lastname: 'Last Name',
    company: 'Organization Name',
    jobtitle: 'Organization Title',
    segments: 'Labels',
    email: 'E-mail 1 - Value',
    phone: 'Phone 1 - Value',
  });
  expect(guessedOf(textFiles.outlook)).toEqual({
    firstname: 'First Name',
    lastname: 'Last Name',
    company: 'Company',
    jobtitle: 'Job Title',
    phone: 'Mobile Phone',
    segments: 'Categories',
    email: 'E-mail Address',
  });
});

test.each([
  [
    'Email Address,First Name,Last Name,Address,Phone Number,TAGS',
    'email firstname lastname - phone segments',
  ],
  [
    'Record ID,First Name,Last Name,Email,Phone Number,Company name,Job Title',
    '- firstname lastname email phone company jobtitle',
  ],
  ['Name,Given Name,Family Name,Organization 1 - Name', '- firstname lastname company'],
  ['Name,Vorname,E-Mail,Mobil,Firma,Funktion', 'lastname firstname email phone company jobtitle'],
  ['Nom,Prénom,Adresse e-mail,Téléphone,Société,Poste', 'lastname firstname email phone company jobtitle'],
  [
    'Nombre,Apellidos,Correo electrónico,Teléfono,Empresa,Cargo',
    'firstname lastname email phone company jobtitle',
  ],
  ['Nome,Cognome,E-mail,Cellulare,Azienda,Ruolo', 'firstname lastname email phone company jobtitle'],
  ['Nome,Sobrenome,E-mail,Telefone,Empresa,Cargo', 'firstname lastname email phone company jobtitle'],
  [
    'Voornaam,Achternaam,E-mailadres,Telefoonnummer,Bedrijf,Functie',
    'firstname lastname email phone company jobtitle',
  ],
  ['full_name,EMAIL,email,Referral Code', 'fullName email - referralCode'],
  [
    'email,phone,firstname,lastname,jobtitle,company,segments',
    'email phone firstname lastname jobtitle company segments',
  ],
])('%s', (header, targets) =>
  expect(guessTargets(header.split(','), []).map((target) => target ?? '-')).toEqual(targets.split(' ')),
);

/** Email, first name, last name, phone, company, job title. */
test.each([
  ['Email,First Name,Last Name,Phone,Company,Job Title'],
  ['E-Mail-Adresse,Vorname,Nachname,Telefonnummer,Firmenname,Funktionsbezeichnung'],
  ['Adresse e-mail,Prénom,Nom,Téléphone,Société,Fonction'],
  ['Correo electrónico,Nombre,Apellidos,Teléfono,Empresa,Cargo'],
  ['Indirizzo e-mail,Nome,Cognome,Cellulare,Azienda,Ruolo'],
  ['Endereço de e-mail,Nome,Sobrenome,Telemóvel,Empresa,Cargo'],
  ['E-mailadres,Voornaam,Achternaam,Telefoonnummer,Bedrijf,Functie'],
  ['Adres e-mail,Imię,Nazwisko,Numer telefonu,Nazwa firmy,Stanowisko'],
  ['E-mail,Jméno,Příjmení,Telefon,Společnost,Pozice'],
  ['E-mail,Meno,Priezvisko,Telefón,Spoločnosť,Pozícia'],
  ['E-postadress,Förnamn,Efternamn,Mobilnummer,Företag,Befattning'],
  ['E-mail,Fornavn,Efternavn,Tlf.,Virksomhed,Stilling'],
  ['E-post,Fornavn,Etternavn,Mobil,Bedrift,Stilling'],
  ['Sähköposti,Etunimi,Sukunimi,Puhelin,Yritys,Titteli'],
  ['E-mail cím,Keresztnév,Vezetéknév,Telefonszám,Cégnév,Beosztás'],
  ['Email,Prenume,Nume,Telefon,Companie,Funcție'],
  ['Email,Όνομα,Επώνυμο,Τηλέφωνο,Εταιρεία,Θέση'],
  ['Электронная почта,Имя,Фамилия,Телефон,Компания,Должность'],
  ['Електронна пошта,Ім’я,Прізвище,Телефон,Компанія,Посада'],
  ['E-posta,Ad,Soyad,Cep Telefonu,Şirket,Unvan'],
  ['דוא"ל,שם פרטי,שם משפחה,טלפון,חברה,תפקיד'],
  ['البريد الإلكتروني,الاسم الأول,اسم العائلة,رقم الهاتف,الشركة,المسمى الوظيفي'],
  ['メールアドレス,名,姓,電話番号,会社名,役職'],
  ['电子邮件,名,姓,手机号码,公司名称,职位'],
  ['이메일,이름,성,휴대폰 번호,회사명,직책'],
  ['billing_email,billing_first_name,billing_last_name,billing_phone,billing_company,job_title'],
  [
    'Person - Email - Work,Person - First name,Person - Last name,Person - Phone - Work,Person - Organization,Person - Job title',
  ],
  [
    'Emails / Primary Email,Name / First Name,Name / Last Name,Phones / Primary Phone Number,Company / Name,Job Title',
  ],
  [
    'What’s your email address?,What’s your first name?,And your last name?,What’s your phone number?,Which company do you work for?,What is your job title?',
  ],
  ['EMAIL*,FIRST_NAME (required),Last-Name*,PHONE_NUMBER (optional),Company:,Position:'],
  ['primaryEmail,givenName,familyName,mobilePhone,companyName,jobTitle'],
])('%s', (header) =>
  expect(guessTargets(header.split(','), [])).toEqual([
    'email',
    'firstname',
    'lastname',
    'phone',
    'company',
    'jobtitle',
  ]),
);

test.each<[string, string[], (ImportTarget | null)[]]>([
  [
    'Email Opt Out,Email Status,E-mail,Name',
    ['false', 'valid', 'a@x.org', 'Ann Lee'],
    [null, null, 'email', 'fullName'],
  ],
  ['Email,Contact', ['anonymous', 'ana@x.org'], [null, 'email']],
  ['Email,Erreichbar unter', ['a@x.org', '+49 30 901820'], ['email', 'phone']],
  ['Title,First Name,Email', ['Ms.', 'Ann', 'a@x.org'], [null, 'firstname', 'email']],
  ['Titel,Vorname,Email', ['Dr.', 'Ann', 'a@x.org'], [null, 'firstname', 'email']],
  ['Title,First Name,Email', ['Buyer', 'Ann', 'a@x.org'], ['jobtitle', 'firstname', 'email']],
  [
    'Contact owner,Record ID,Company ID,Email',
    ['Sam', '1', '901;902', 'a@x.org'],
    [null, null, null, 'email'],
  ],
  [
    'Buyer Email,Email,Last Seen,Last activity',
    ['b@x.org', 'a@x.org', '2026-01-01', 'call'],
    [null, 'email', null, null],
  ],
  ['Buyer Email,Product name', ['b@x.org', 'Tea Pot'], ['email', null]],
  [
    'cp_givenname,cp_name,name,email',
    ['Max', 'Lind', 'Lind KG', 'a@x.org'],
    ['firstname', 'lastname', null, 'email'],
  ],
  [
    'Voornaam,Tussenvoegsel,Achternaam',
    ['Piet', 'van der', 'Berg'],
    ['firstname', 'lastNamePrefix', 'lastname'],
  ],
  ['First Name,Display Name,Last Name', ['Tom', 'Dr. Tom Ude', 'Ude'], ['firstname', null, 'lastname']],
  ['Vor- und Zuname,E-Mail', ['Ann Lee', 'a@x.org'], ['fullName', 'email']],
  ['email,Newsletter,Verified', ['a@x.org', 'x', 'TRUE'], ['email', 'segmentFlag', null]],
  ['Nachname / Vorname,E-Mail', ['Lee, Ann', 'a@x.org'], ['fullName', 'email']],
  ['이름,이메일', ['김 민수', 'a@x.org'], ['fullName', 'email']],
  ['Name (Vor- & Nachname)*,E-Mail', ['Ann Lee', 'a@x.org'], ['fullName', 'email']],
  ['Käufer E-Mail,Teilnehmer E-Mail', ['s@x.org', 'a@x.org'], [null, 'email']],
  ['Title,Name,Email', ['Mr & Mrs', 'Lee', 'a@x.org'], [null, 'fullName', 'email']],
  ['Titel,Name,Email', ['Leiter', 'Lee', 'a@x.org'], ['jobtitle', 'fullName', 'email']],
  ['User Email,Invitee Email', ['s@x.org', 'a@x.org'], [null, 'email']],
  ['Wie heißt du?,Deine E-Mail-Adresse', ['Ann Lee', 'a@x.org'], ['fullName', 'email']],
  ['Wat is je voornaam?,En je achternaam?', ['Ann', 'Lee'], ['firstname', 'lastname']],
  ['Email,Account', ['a@x.org', 'Acme'], ['email', 'company']],
  ['Email,Account', ['a@x.org', 'ACC-123'], ['email', null]],
  ['Customer,Company,Email', ['Ann Lee', 'Acme', 'a@x.org'], ['fullName', 'company', 'email']],
  ['Customer,Contact,Email', ['Acme', 'Ann Lee', 'a@x.org'], ['company', 'fullName', 'email']],
  ['Customer,Email', ['10023', 'a@x.org'], [null, 'email']],
  ['Customer,Email', ['TRUE', 'a@x.org'], ['segmentFlag', 'email']],
  ['Kunde,E-Mail', ['Ann Lee', 'a@x.org'], ['fullName', 'email']],
  ['Customer ID,Customer Name,Email', ['12345', 'Ann Lee', 'a@x.org'], [null, 'fullName', 'email']],
  ['Email,Lists', ['a@x.org', 'News;VIP'], ['email', 'segments']],
  ['Phone,Fax,Phone Country Code', ['030 901820', '030 901821', 'DE'], ['phone', null, null]],
])('%s with %j', (header, row, targets) => expect(guessTargets(header.split(','), [row])).toEqual(targets));

test('all addresses of a person are found, the best to reach somebody first', () => {
  const header = 'Business Phone,Home Phone,Mobile Phone,Company Main Phone,E-mail 2 Address,E-mail Address';
  const row = ['+49 30 1', '+49 30 901820', '+49 170 1000001', '+49 30 901822', 'b@x.org', 'a@x.org'];
  const guess = guessColumns(header.split(','), [row, ['+49 30 901823']]);
  expect([guess.emails, guess.phones]).toEqual([
    [5, 4],
    [2, 0, 1, 3],
  ]);
});

test('tells which columns list who has left', () => {
  const header = ['Email', 'Email status', 'email_disabled'];
  const rows = [
    ['a@x.org', '', 'false'],
    ['b@x.org', 'bouncing', 'false'],
  ];
  expect(guessColumns(header, rows).unsubscribed).toEqual([1]);
});

test.each([
  ['Role', 'Organiser,Presenter,Attendee', false],
  ['Role', 'end-user,agent', false],
  ['Role', 'subscriber,administrator,shop_manager', false],
  ['Rolle', 'Teilnehmer,Organisator', false],
  ['User role', 'Member,Owner', false],
  ['Position', 'Gast,Mitglied', false],
  ['Role', 'Sales manager,Owner,Buyer', true],
  ['Role', 'Manager,Owner', true],
  ['Role', 'Co-founder,Agent', true],
  ['Title', 'Moderator', true],
])('%s with %s is a job title: %s', (name, values, isTitle) => {
  const rows = values.split(',').map((value, index) => [`a${index}@x.org`, value]);
  expect(guessTargets(['Email', name], rows)).toEqual(['email', isTitle ? 'jobtitle' : null]);
});

test('an address that is the same on every row is nobody’s', () => {
  const rows = [
    ['shop@x.org', 'a@x.org'],
    ['shop@x.org', ''],
    ['shop@x.org', 'b@x.org'],
  ];
  expect(guessColumns(['Account Email', 'Email'], rows).emails).toEqual([1]);
  expect(
    guessColumns(
      ['Email', 'Name'],
      [
        ['a@x.org', 'A'],
        ['a@x.org', 'A'],
      ],
    ).emails,
  ).toEqual([0]);
});

test('the email of the account that a file comes from', () => {
  const own = (header: string, ...rows: string[]) =>
    ownEmail(
      header.split(','),
      rows.map((row) => row.split(',')),
    );
  const pair = 'From Email Address,To Email Address';
  expect(own(pair, 'a@,Shop@', 'shop@,b@', 'shop@,', 'c@,shop@')).toBe('shop@');
  // Each row has the payer, too.
  expect(own(pair, 'a@,shop@', 'a@,shop@', 'a@,shop@')).toBeNull();
  expect(own(pair, ...Array(5).fill('a@,shop@'), 'b@,shop@')).toBe('shop@');
  expect(own('Payer Email,Name', 'a@,A', 'a@,A', 'a@,A')).toBeNull();
  expect(own('Payer Email,To', 'a@,', 'a@,', 'a@,')).toBeNull();
  expect(own('Payer Email,Email', 'a@,x@', 'a@,y@', 'a@,z@')).toBeNull();
  expect(own('To,From', 'a@,c@', 'b@,d@', 'a@,e@')).toBeNull();
});

test('of two columns with one name, the one with values is meant', () => {
  expect(
    guessTargets(['Email', 'Phone', 'Email', 'Phone'], [['', '', 'ana@example.com', '+4930901820']]),
  ).toEqual([null, null, 'email', 'phone']);
});

test.each<[string[][], (ImportTarget | null)[]]>([
  [[['ana@example.com'], ['bob@example.com']], ['email']],
  [[['Ana Silva', '030 901820', 'x']], ['fullName', 'phone', null]],
  [
    [['7', 'Ana', 'Silva', 'ana@example.com', '+4930901820']],
    [null, 'firstname', 'lastname', 'email', 'phone'],
  ],
  [[], []],
])('without a header by the values: %j', (samples, targets) =>
  expect(guessTargets([], samples)).toEqual(targets),
);

test('a salutation is no job title where there is a column for those', () => {
  expect(
    guessTargets(['Title', 'Job Title', 'Home Phone', 'Mobile'], [['Mr.', '', '030 901820', '']]),
  ).toEqual([null, 'jobtitle', 'phone', null]);
});

test('a column of addresses is found under any name', () => {
  expect(guessTargets(['Kontakt 1', 'x'], [['ana@example.com', '1']])).toEqual(['email', null]);
});

test('the key of a header depends on names and order only', () => {
  expect(headerKey(['E-Mail', 'Name'])).toBe(headerKey(['e-mail ', 'NAME']));
  expect(headerKey(['E-Mail', 'Name'])).not.toBe(headerKey(['Name', 'E-Mail']));
  expect(headerKey([])).toMatch(/^[0-9a-f]{32}$/);
});

test.each(['2024-01-31', '31.01.2024', '1/31/2024', '12345', 'x1234567'])('%s is no phone', (value) =>
  expect(looksLikePhone(value)).toBe(false),
);

test.each([
  ['Jane Doe', 'Jane', 'Doe'],
  ['Doe, Jane', 'Jane', 'Doe'],
  ['Jane van der Berg', 'Jane', 'van der Berg'],
  ['Jane Mary Doe', 'Jane Mary', 'Doe'],
  ['van Gogh', 'van', 'Gogh'],
  ['John Doe, Jr.', 'John', 'Doe, Jr.'],
  ['Jane', 'Jane', undefined],
  ['山田太郎', '山田太郎', undefined],
  ['山田 太郎', '太郎', '山田'],
  ['김 민수', '민수', '김'],
  ['Dr. Ben Okafor', 'Ben', 'Okafor'],
  ['Herr Prof. Dr. Max Weber', 'Max', 'Weber'],
  ['Frau Weber', undefined, 'Weber'],
  ['Mr', 'Mr', undefined],
  ['DUPONT Marie', 'Marie', 'DUPONT'],
  ['Marie DUPONT', 'Marie', 'DUPONT'],
  ['Ana Silva (Sales)', 'Ana', 'Silva (Sales)'],
  ['Dr. Silva, Ana', 'Ana', 'Silva'],
  ['Silva, Ana, Dr.', 'Ana', 'Silva'],
  ['Dr. med. Ana Silva', 'Ana', 'Silva'],
  ['M. Petit', undefined, 'Petit'],
  ['Pan Wei', 'Pan', 'Wei'],
  ['Phil Collins', 'Phil', 'Collins'],
  [' , ', undefined, undefined],
])('%s', (name, firstname, lastname) => {
  const split = splitFullName(name);
  expect([split.firstname, split.lastname]).toEqual([firstname, lastname]);
});
