import { toWords } from './header-meaning';

/** Words of programs for a person who has unsubscribed, or whom mail does not reach. */
const LEFT_WORDS =
  `un-?subscribed?|unsub|opt(?:ed)?[ -]?outs?|block(?:ed|list(?:ed)?)|blacklist(?:ed)?|(?:(?:hard|soft)[ -]?)?bounc(?:ed?|ing)|cleaned
  |complain(?:ed|t)|(?:spam|abuse) (?:complaint|report)(?:ed)?|(?:marked as|reported as|reported) spam|(?:globally )?suppress(?:ed|ion)|undeliverable
  |do not (?:contact|e?-?mail|call|disturb)|dnd|no[ -]?e?-?mails?|(?:e-?mail|delivery) (?:disabled|off|stopped)|revoked|withdrawn
  |abgemeldet|abbestellt|ausgetragen|gesperrt|désabonnée?|désinscrite?|dado de baja|baja|uitgeschreven|afgemeld|disiscritt[oa]|descadastrado
  |wypisan[ya]|avregistrerad|avslutad|afmeldt|avmeldt|odhlášen[ýa]?|отписан[а]?|отписал(?:ся|ась)|配信停止|退会|已退订|수신거부`.replace(
    /\n */g,
    '',
  );
/** Words with this meaning only in a column about a person or a subscription; orders and tickets have them, too. */
const ENDED_WORDS =
  `cancell?ed|inactive|disabled|deactivated|expired|deleted|removed|archived|suspended|on[ -]hold|terminated|lapsed|churned|ended|former|invalid|failed
  |non-?subscrib(?:ed|er)|not? subscribed|never subscribed|stopped|paused|unreachable|inaktiv|deaktiviert|gekündigt|storniert|abgelaufen|gelöscht
  |inactif|inactive|annulée?|résiliée?|expirée?|supprimée?|inactiv[oa]|cancelad[oa]|caducad[oa]|inattiv[oa]|annullat[oa]|scadut[oa]|inativ[oa]|expirad[oa]
  |inactief|geannuleerd|opgezegd|verlopen|nieaktywn[ya]|anulowan[ya]|inaktiv[ta]?|neaktivní|zrušen[ýo]?|неактив(?:ен|ный)|отмен[её]н`.replace(
    /\n */g,
    '',
  );
const SAYS_LEFT = new RegExp(`^(?:${LEFT_WORDS})$`, 'iu');
/** Text that may follow these words: why, since when, or whom. Other text changes the meaning, as in `Baja California`. */
const FOLLOWS =
  '$|\\s*[^\\s\\p{L}]|\\s(?:by|due|on|since|from|at|because|after|for|as|via|permanently|temporarily|manually|seit|am|durch|von|wegen|depuis|le|par|desde|el|por|dal|per|door|sinds)(?!\\p{L})|\\s(?:users?|contacts?|accounts?|e-?mails?|address|subscriptions?|subscribers?|members?|membership|customers?|clients?|donors?|recipients?)$';
const BEGINS_LEFT = new RegExp(
  `^(?:(?:${LEFT_WORDS}|${ENDED_WORDS})(?=${FOLLOWS})|closed$|left(?:$| (?:the |our )?(?:list|company|group|organi[sz]ation)))`,
  'iu',
);
/** Words in names of columns about a person or a subscription. */
const STATUS =
  /^(?:status|state|subscriptions?|subscribers?|membership|member|e?mails?|newsletter|marketing|lists?|account|user|contact|consent|delivery|deliverability|preference|active|zustand|abo|etat|statut|abonnement|estado|suscripcion|stato|iscrizione|inschrijving|stav|tila|stan|статус|состояние|подписка|状态|狀態|ステータス|상태)$/;
/** Words in names of columns about a thing. */
const THING =
  /^(?:orders?|payments?|transactions?|invoices?|deals?|tickets?|shipments?|shipping|fulfill?ment|products?|items?|refunds?|tasks?|meetings?|events?|jobs?|webinar|bestellung|zahlung|rechnung|commande|paiement|pedido|pago|ordine|pagamento|bestelling)$/;
/** Words in names of columns about people who have left. */
const ASKED =
  /^(?:un-?subscrib|unsub|opt-?outs?$|abgemeldet|abmeldung|abbestell|desabonn|desinscri|baja$|uitgeschreven|disiscri|deactivated|disabled|suppress|bounc|complain|complaint|cleaned|inactive|cancell?(?:ed|ation)|churn|blocked|blocklist|blacklist|dnc$|undeliverable|removed$)/;
/** Words in names of columns about people who have agreed. */
const AGREED =
  /^(?:consent|accepts|optin|opt|opted|permission|einwilligung|newsletter|subscribed|marketing|consentement|consentimiento|consenso|toestemming|zgoda|gdpr|dsgvo|rgpd|mailable|emailable|deliverable|contactable|reachable)$/;
/** Names of columns about people who are active. */
const ACTIVE =
  /^(?:(?:is|has|e mail|email|user|member|contact|account|subscriber) )*(?:active|enabled|aktiv|actif|activo|attivo|ativo|actief)$/;
const NO =
  /^(?:0|-|no|n|false|off|none|nein|non|nej|nie|nee|never|null|n\/a|not? subscribed|unsubscribed|opted[ -]?out|denied|declined|refused|rejected|withheld|not (?:given|granted|allowed))$/i;
const STAYS = /^(?:subscribed|active|enabled|valid|ok|deliverable|delivered)$/i;

/** Whether a cell of a column tells that somebody has left. Remembers the columns of a file. */
export function saysLeft(name: string, value: string): boolean {
  const key = `${name}\n${value.trim().toLowerCase()}`;
  let says = known.get(key);
  if (says === undefined) {
    if (known.size >= MOST_KNOWN) known.clear();
    says = tellsUnsubscribed(name, [value.trim()]);
    known.set(key, says);
  }
  return says;
}
/** Statuses repeat, and reading one takes longer than the rest of a row. */
const known = new Map<string, boolean>();
const MOST_KNOWN = 1_000;

/** Whether a column tells who has unsubscribed, whom mail does not reach, or who never agreed to be written to. */
export function tellsUnsubscribed(name: string, values: string[]): boolean {
  if (values.some((value) => SAYS_LEFT.test(value))) return true;
  const words = toWords(name);
  const isOfThing = words.some((word) => THING.test(word));
  if (
    !isOfThing &&
    words.some((word) => STATUS.test(word)) &&
    values.some((value) => BEGINS_LEFT.test(value))
  )
    return true;
  const text = words.join(' ');
  const isAbout =
    (!isOfThing && words.some((word) => ASKED.test(word))) ||
    /\bopt(?:ed)? outs?\b|do not (?:contact|call|e ?mail)|\bno e ?mails?\b|^clean time$/.test(text);
  if (isAbout) return values.some((value) => !NO.test(value) && !STAYS.test(value));
  const agrees = ACTIVE.test(text) || words.some((word) => AGREED.test(word));
  return agrees && values.some((value) => NO.test(value));
}
