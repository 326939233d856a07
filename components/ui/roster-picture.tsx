/** What the picture tells: a full list, one with a gap, a row out of place, one that cannot be read, an empty one. */
export type RosterPictureKind = 'full' | 'gap' | 'askew' | 'veiled' | 'empty';

const rows = [0, 1, 2, 3, 4, 5, 6];

/** The product's own picture, a list of people: its looks are in the style sheet. */
export function RosterPicture({ kind, count = 4 }: { kind: RosterPictureKind; count?: number }) {
  return (
    <span aria-hidden className="roster-picture" data-kind={kind}>
      {rows.slice(0, count).map((row) => (
        <i key={row}>
          <b />
          <u />
        </i>
      ))}
    </span>
  );
}
