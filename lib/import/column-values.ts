import { toWords } from './header-meaning';

/** Roles of people in a meeting, a list or another program, in singular, that are never job titles. */
const IN_PROGRAM = new Set(
  `attendee participant registrant panelist panellist subscriber end-user enduser user member guest viewer visitor follower
   invitee invited customer client commenter reader observer student learner contributor collaborator basic teilnehmer
   teilnehmerin abonnent abonnentin mitglied gast benutzer nutzer nutzerin besucher kunde schüler participante participant
   abonné abonnée membre invité invitée utilisateur utilisatrice asistente suscriptor miembro invitado usuario cliente
   assinante convidado membro partecipante iscritto ospite utente deelnemer abonnee lid gebruiker klant uczestnik subskrybent
   członek gość użytkownik deltagare deltager medlem prenumerant användare bruger bruker účastník odběratel člen участник
   подписчик пользователь гость член katılımcı üye abone kullanıcı 参加者 メンバー ユーザー 参与者 成员 用户 참석자 회원`.split(
    /\s+/,
  ),
);
/** Further roles there, which some people also have as a job. */
const AT_EVENT = new Set(
  `organizer organiser co-organizer co-organiser presenter host co-host cohost moderator admin administrator superadmin
   organisator organisatorin veranstalter referent referentin administratorin organisateur présentateur animateur
   organizador presentador anfitrión moderador administrador organizzatore relatore moderatore amministratore presentator
   beheerder organizator prezenter prowadzący moderátor организатор докладчик администратор düzenleyen 主催者 管理者 组织者`.split(
    /\s+/,
  ),
);
const ALSO_JOBS = new Set(
  'owner manager agent editor author leader staff speaker besitzer inhaber propriétaire propietario proprietario eigenaar'.split(
    ' ',
  ),
);
const ROLE = new Set('role roles rolle rol ruolo papel rola roll rooli роль 役割 角色 역할'.split(' '));

/**
 * Whether a column named like job titles holds roles in a program: `Attendee`, `subscriber`, `end-user`. At least 80 % of the
 * values must be roles, and one of them never a job; a column named after roles needs only roles at an event.
 */
export function holdsProgramRoles(name: string, values: string[]): boolean {
  const all = values.map((value) =>
    value
      .toLowerCase()
      .replace(/^light |\(s\)$/g, '')
      .replace(/ /g, '-'),
  );
  const count = (fits: (value: string) => boolean) => all.filter(fits).length;
  const inProgram = count((value) => IN_PROGRAM.has(value) || /^[a-z]+(?:_[a-z]+)+$/.test(value));
  const atEvent = count((value) => AT_EVENT.has(value));
  const isRole = toWords(name).some((word) => ROLE.has(word));
  if (inProgram === 0 && !(isRole && atEvent > 0)) return false;
  return inProgram + atEvent + count((value) => ALSO_JOBS.has(value)) >= all.length * 0.8;
}

/** Rows with two emails needed to tell which one is the account's. */
const FEWEST_PAIRS = 3;
const DIRECTIONS = new Set(
  `to from sender recipient receiver payer payee absender empfanger an von destinataire expediteur destinatario remitente
   mittente ontvanger afzender host`.split(/\s+/),
);

/**
 * Finds the email of the account that exported the file: the one that all rows with two emails share, in columns like
 * `From Email Address` and `To Email Address`. `null` if fewer than three rows have two, or they share none or both.
 */
export function ownEmail(names: readonly string[], rows: readonly string[][]): string | null {
  const directed = names.flatMap((name, column) =>
    toWords(name).some((word) => DIRECTIONS.has(word)) ? [column] : [],
  );
  if (directed.length < 2) return null;
  const pairs = rows
    .map((cells) => {
      const emails = directed.flatMap((column) => cells[column]?.trim().toLowerCase() ?? []);
      return new Set(emails.filter((text) => text.includes('@')));
    })
    .filter(({ size }) => size > 1);
  if (pairs.length < FEWEST_PAIRS) return null;
  const [own, other] = [...(pairs[0] ?? [])].filter((email) => pairs.every((pair) => pair.has(email)));
  return own && !other ? own : null;
}
