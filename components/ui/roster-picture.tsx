import type { CSSProperties } from 'react';

/** What the picture tells: a full list, one with a gap, a row out of place, one that cannot be read, an empty one. */
export type RosterPictureKind = 'full' | 'gap' | 'askew' | 'veiled' | 'empty';

/** Hue of a circle, and how much of the width a name and an address have. */
const rows = [
  [180, '28%', '38%'],
  [45, '36%', '30%'],
  [270, '22%', '42%'],
  [0, '32%', '34%'],
  [135, '26%', '40%'],
  [225, '38%', '28%'],
  [90, '30%', '36%'],
] as const;

/** The product's own picture, a list of people: its looks are in the style sheet. */
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
