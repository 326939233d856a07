import type { CSSProperties } from 'react';

/** A full list, a list with a gap, with a row out of place, with unreadable rows, or an empty one. */
export type RosterPictureKind = 'full' | 'gap' | 'askew' | 'veiled' | 'empty';

/** For each row, the hue of the circle and the widths of name and address. */
const rows = [
  [180, '28%', '38%'],
  [45, '36%', '30%'],
  [270, '22%', '42%'],
  [0, '32%', '34%'],
  [135, '26%', '40%'],
  [225, '38%', '28%'],
  [90, '30%', '36%'],
] as const;

/** The product's picture, a list of people, drawn by `globals.css`. */
export function RosterPicture({ kind, count = 4 }: { kind: RosterPictureKind; count?: number }) {
  return (
    <span aria-hidden className="roster-picture" data-kind={kind}>
      {rows.slice(0, count).map(([hue, name, mail]) => (
        <i key={hue} style={{ '--hue': hue, '--name': name, '--mail': mail } as CSSProperties}>
          <b />
          <u />
        </i>
      ))}
    </span>
  );
}
