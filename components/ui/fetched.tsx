'use client';

import { type ComponentType, useLayoutEffect, useReducer, useRef } from 'react';
import { holdKeys } from './hold-keys';
import { toast } from './toast';

/** Code that is fetched when it is needed for the first time. */
export interface Fetchable {
  /** The component; `null` as long as it is not here. */
  Loaded: unknown;
  /** Fetches it, once more where that failed before. */
  fetch(): Promise<void>;
}

/**
 * A component whose code is fetched when it is shown for the first time; until it is here, nothing stands there. One
 * that has `onClose` or `onOpenChange` is a popup: it is closed where its code cannot be fetched.
 */
export function fetched<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> & { part: Fetchable } {
  const part = {
    Loaded: null as ComponentType<Props> | null,
    fetch: async () => {
      part.Loaded ??= (await load()).default;
    },
  };
  function FetchedComponent(props: Props) {
    const { open = true, onOpenChange, onClose } = props as PopupProps;
    const close = onClose ?? (onOpenChange && (() => onOpenChange(false)));
    useFetched(part, open, close);
    return part.Loaded ? <part.Loaded {...props} /> : null;
  }
  return Object.assign(FetchedComponent, { part });
}

interface PopupProps {
  open?: boolean;
  onOpenChange?(open: boolean): void;
  onClose?(): void;
}

/**
 * Renders anew when what is wanted is here. A popup, which is what has `close`, is given the keys that are pressed from now
 * on; if its code cannot be fetched it is closed, so that the same button fetches it anew.
 */
export function useFetched(part: Fetchable, wanted: boolean, close?: () => void): void {
  const [, show] = useReducer((count: number) => count + 1, 0);
  const latest = useRef(close);
  latest.current = close;
  useLayoutEffect(() => {
    if (!wanted) return;
    const letGo = latest.current ? holdKeys(() => latest.current?.()) : () => {};
    let isWanted = true;
    async function fetch() {
      try {
        await part.fetch();
        if (isWanted) show();
      } catch {
        if (!isWanted) return;
        letGo();
        latest.current?.();
        toast.error('This part of the page could not be loaded', {
          id: 'not-fetched',
          description: navigator.onLine ? ONLINE : OFFLINE,
          action: latest.current ? undefined : { label: 'Try again', onClick: () => void fetch() },
        });
      }
    }
    void fetch();
    return () => {
      isWanted = false;
      letGo();
    };
  }, [part, wanted]);
}

const OFFLINE = 'There is no connection. Try again when there is one: what you have typed is kept.';
/** After an update what the page would fetch is not there any more. */
const ONLINE = 'Try again. If it stays so, reload the page: until then what you have typed is kept.';
