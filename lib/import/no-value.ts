/** Text that programs write for no value, in any field. Names like Null and Nan exist, so case matters. */
const IN_ANY_FIELD = new Set(
  `- -- --- – — . ? n/a N/A #N/A null NULL (null) [null] <null> \\N nan NaN (none) (blank) (empty) undefined #REF! #VALUE!
   #NAME? #DIV/0! #NULL!`.split(/\s+/),
);
/** Text that people write for no address, in lower case. */
const IN_ADDRESS = new Set(
  `na;none;nil;no;x;xx;xxx;0;unknown;unbekannt;keine;kein;k.a.;k. a.;keine angabe;not provided;not available;no email;
   no phone;tbd;inconnu;aucun;desconocido;ninguno;sconosciuto;nessuno;desconhecido;onbekend;geen;brak;нет;неизвестно;
   anonymous`.split(/;\s*/),
);

/** Whether text stands for no value; `isAddress`: in an email or phone, where people write more such words. */
export const isNoValue = (text: string, isAddress: boolean): boolean =>
  text.length <= 20 && (IN_ANY_FIELD.has(text) || (isAddress && IN_ADDRESS.has(text.toLowerCase())));
