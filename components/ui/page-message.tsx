import type { ReactNode } from 'react';
import { RosterPicture, type RosterPictureKind } from './roster-picture';

interface PageMessageProps {
  picture: RosterPictureKind;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** A message that fills a page. */
export function PageMessage({ picture, title, children, actions }: PageMessageProps) {
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-7 px-6 py-[10vh]">
      <RosterPicture kind={picture} />
      <div className="flex flex-col gap-2">
        <h1 className="text-2xl font-semibold tracking-tight text-balance">{title}</h1>
        {children ? <div className="text-base text-pretty text-muted">{children}</div> : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
    </div>
  );
}
