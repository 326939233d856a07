import { createHash } from 'node:crypto';
import { normalizeEmail } from '@/lib/contract/email';
import type { ImportTarget } from '@/lib/contract/import';

/**
 * Usual headers, best first: English, German, French, Spanish, Italian, Portuguese, Dutch, and the exports of Google,
 * Outlook, HubSpot and Mailchimp. Compared without case, accents and punctuation.
 */
const HEADERS: Record<ImportTarget, string> = {
  email: `email, email address, e-mail 1 - value, primary email, email 1, e-mail adresse, mail, mail adresse, adresse
    e-mail, adresse mail, adresse électronique, courriel, correo electrónico, correo, dirección de correo electrónico,
    indirizzo e-mail, posta elettronica, endereço de e-mail, correio eletrónico, e-mailadres, work email, business email,
    contact email, e-mail 2 - value`,
  phone: `phone, phone number, phone 1 - value, mobile phone, mobile phone number, mobile, mobile number, cell phone, cell,
    primary phone, business phone, work phone, company main phone, home phone, telephone, telephone number, tel,
    telefon, telefonnummer, rufnummer, handy, handynummer, mobil, mobiltelefon, mobilnummer, téléphone, numéro de téléphone,
    téléphone portable, portable, téléphone mobile, teléfono, número de teléfono, teléfono móvil, móvil, celular, telefono,
    numero di telefono, cellulare, telefone, número de telefone, telemóvel, telefoonnummer, telefoon, mobiel,
    mobiel nummer, whatsapp, phone 2 - value`,
  firstname: `first name, firstname, given name, forename, vorname, prénom, nombre de pila, primer nombre, nome próprio,
    primeiro nome, voornaam, fname, first`,
  lastname: `last name, lastname, family name, surname, nachname, familienname, nom de famille, apellidos, apellido,
    primer apellido, cognome, sobrenome, apelido, último nome, achternaam, familienaam, lname, last`,
  jobtitle: `job title, jobtitle, organization title, organization 1 - title, position, role, job, berufsbezeichnung,
    stellenbezeichnung, funktion, berufliche position, poste, fonction, intitulé du poste, cargo, puesto,
    título del trabajo, ruolo, qualifica, posizione, mansione, função, título profissional, functie, functietitel, beruf,
    title`,
  company: `company, company name, organization name, organization 1 - name, organization, organisation, associated company,
    account name, business name, employer, firma, firmenname, unternehmen, entreprise, société, nom de l'entreprise,
    empresa, nombre de la empresa, compañía, azienda, nome azienda, società, ditta, nome da empresa, companhia, bedrijf,
    bedrijfsnaam, organisatie`,
  fullName: `full name, fullname, name, contact name, display name, contact, vollständiger name, vor- und nachname,
    nom complet, nom et prénom, nombre completo, nombre y apellidos, nome completo, nome e cognome, volledige naam, nom,
    nombre, nome, naam`,
  segments: `segments, segment, tags, tag, labels, label, group membership, groups, group, lists, list, categories, category,
    segmente, gruppen, gruppe, kategorien, kategorie, schlagwörter, étiquettes, groupes, groupe, catégories, liste,
    etiquetas, grupos, grupo, categorías, gruppi, gruppo, etichette, categorie, categorias, groepen, groep`,
  referralCode: `referral code, referralcode, referral, promo code, promocode, coupon, coupon code, invite code,
    empfehlungscode, einladungscode, gutscheincode, code de parrainage, code promo, código de referencia,
    código promocional, codice referral, codice promo, código de indicação, verwijzingscode, kortingscode`,
};

/** These mean the last name beside a first name, and the first name beside a last name: German and Spanish, for example. */
const LAST_BESIDE_FIRST = new Set(['name', 'nom', 'naam']);
const FIRST_BESIDE_LAST = new Set(['nombre', 'nome']);

const keyOf = (header: string) =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const NAMES = Object.entries(HEADERS).map(
  ([target, names]) => [target as ImportTarget, [...new Set(names.split(',').map(keyOf))]] as const,
);
const KNOWN = new Set(NAMES.flatMap(([, names]) => names));

/** Whether a column of an address book is usually called this. */
export const isKnownHeader = (header: string): boolean => KNOWN.has(keyOf(header));

/** One key for the same header in any case; without the two columns that a file of rejected rows adds. 32 hex digits. */
export function headerKey(header: string[]): string {
  const keys = header.map(keyOf);
  if (keys.at(-2) === 'line' && keys.at(-1) === 'reason') keys.splice(-2);
  return createHash('sha256').update(JSON.stringify(keys)).digest('hex').slice(0, 32);
}

/**
 * What each column is probably meant as, by its name and else by the look of its values; each target at most once.
 * Takes the header, `[]` when the file has none, and some of the first rows.
 */
export function guessTargets(header: string[], samples: string[][]): (ImportTarget | null)[] {
  const width = Math.max(header.length, ...samples.map((row) => row.length), 0);
  const keys = Array.from({ length: width }, (_, index) => keyOf(header[index] ?? ''));
  const values = keys.map((_, index) => samples.map((row) => row[index]?.trim() ?? '').filter(Boolean));
  const targets: (ImportTarget | null)[] = keys.map(() => null);

  const take = (target: ImportTarget, matches: (index: number) => boolean) => {
    if (targets.includes(target)) return;
    // A column with values is meant rather than an empty one with the better name.
    const free = targets.flatMap((taken, index) => (taken === null && matches(index) ? [index] : []));
    const best = free.find((index) => values[index]?.length) ?? free[0];
    if (best !== undefined) targets[best] = target;
  };
  const takeNamed = (target: ImportTarget, names: readonly string[]) => {
    // People have several phones, of which a file may have one kind only.
    const filled = names.filter((name) => keys.some((key, index) => key === name && values[index]?.length));
    const first = target === 'email' || target === 'phone' ? filled : [];
    for (const name of [...first, ...names]) take(target, (index) => keys[index] === name);
  };
  const mostly = (index: number, looks: (value: string) => boolean) => {
    const column = values[index] ?? [];
    return column.length > 0 && column.filter(looks).length * 2 > column.length;
  };

  for (const [target, names] of NAMES) if (target !== 'fullName') takeNamed(target, names);
  if (targets.includes('firstname')) takeNamed('lastname', [...LAST_BESIDE_FIRST]);
  else if (targets.includes('lastname')) takeNamed('firstname', [...FIRST_BESIDE_LAST, 'name']);
  if (!targets.includes('firstname') && !targets.includes('lastname'))
    for (const [target, names] of NAMES) if (target === 'fullName') takeNamed(target, names);

  take('email', (index) => mostly(index, (value) => normalizeEmail(value) !== null));
  // With names, numbers of seven digits are as likely ids of another program.
  if (keys.some(Boolean)) return targets;
  take('phone', (index) => mostly(index, looksLikePhone));
  take('fullName', (index) => mostly(index, (value) => /^\p{L}[\p{L}\p{M}'.-]*,? .*\p{L}$/u.test(value)));
  if (!targets.includes('fullName'))
    for (const name of ['firstname', 'lastname'] as const)
      take(name, (index) => mostly(index, (value) => /^\p{Lu}[\p{L}\p{M}'-]+$/u.test(value)));
  return targets;
}

/** A number with at least seven digits, as people write phone numbers; no date and no amount. */
export const looksLikePhone = (value: string): boolean =>
  /^['\s]*[+(]?\d[\d\s()./-]+$/.test(value) &&
  value.replace(/\D/g, '').length >= 7 &&
  !/^\d{4}-\d\d-\d\d|^\d{1,2}[./]\d{1,2}[./]\d{4}$/.test(value);
