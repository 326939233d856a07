import { Fragment } from 'react';

/** An address or a URL that breaks after its parts, `ana.silva@|example.|com`, where it does not fit on its line. */
export const BreakableText = ({ text }: { text: string }) =>
  text.split(/(?<=[@./?&])(?!\/)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
