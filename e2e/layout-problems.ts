/**
 * Runs in the page: what of its layout fails WCAG 2.2 where axe does not look. Text that is cut off or runs out of what
 * it stands in (1.4.12), a page that scrolls sideways (1.4.10), targets that are too small (2.5.8). Text that ends in
 * an ellipsis is not cut off: it stands in full elsewhere. Of so little that is left of it nobody can tell what it is.
 */
export function layoutProblems(): string[] {
  const SMALLEST = 24;
  /** Of a text that ends in an ellipsis, in heights of its letters. */
  const LEAST = 1.6;
  const controls =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=option], [role^=menuitem]';
  const unseen =
    '.sr-only, [aria-hidden=true], [inert], [data-base-ui-inert], svg, script, style, noscript, option';
  const quote = (text: string | null) => `“${(text ?? '').trim().slice(0, 40)}”`;

  function sideways(): string[] {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`the page scrolls sideways by ${scrollWidth - clientWidth}`] : [];
  }

  /** A small target passes when a circle around its middle meets no other target, and so does a link within a text. */
  function smallTargets(): string[] {
    const targets = [...document.querySelectorAll<HTMLElement>(controls)]
      .filter((element) => {
        const { visibility, pointerEvents } = getComputedStyle(element);
        return !element.closest(unseen) && visibility !== 'hidden' && pointerEvents !== 'none';
      })
      .map((element) => {
        const box = (element.matches('[type=checkbox], [type=radio]') && element.closest('label')) || element;
        return { element, ...box.getBoundingClientRect().toJSON() } as DOMRect & { element: HTMLElement };
      })
      .filter(({ width, height }) => width > 1 && height > 1);
    const isSmall = ({ width, height }: DOMRect) => Math.min(width, height) < SMALLEST - 0.1;
    const middle = ({ left, top, width, height }: DOMRect) => [left + width / 2, top + height / 2] as const;
    const meets = (one: DOMRect, other: DOMRect) => {
      const [x, y] = middle(one);
      const [otherX, otherY] = middle(other);
      const aside = Math.max(other.left - x, 0, x - other.right);
      const above = Math.max(other.top - y, 0, y - other.bottom);
      return (
        Math.hypot(aside, above) < SMALLEST / 2 ||
        (isSmall(other) && Math.hypot(x - otherX, y - otherY) < SMALLEST)
      );
    };
    const inText = (element: HTMLElement) =>
      element.matches('a') &&
      getComputedStyle(element).display.startsWith('inline') &&
      element.closest('p, li, dd, td')?.textContent !== element.textContent;
    return targets
      .filter(
        (target) =>
          isSmall(target) &&
          !inText(target.element) &&
          targets.some(
            (other) =>
              other !== target &&
              !other.element.contains(target.element) &&
              !target.element.contains(other.element) &&
              meets(target, other),
          ),
      )
      .map(
        ({ element, width, height }) =>
          `target of ${Math.round(width)} × ${Math.round(height)}: ${quote(element.ariaLabel || element.textContent)}`,
      );
  }

  /** Many texts stand in the same boxes. */
  const boxes = new Map<Element, ReturnType<typeof measure>>();
  function measure(element: Element) {
    const { overflowX, overflowY, textOverflow, webkitLineClamp, clipPath, display, position, fontSize } =
      getComputedStyle(element);
    return {
      fontSize,
      overflowX,
      overflowY,
      textOverflow,
      clamps: webkitLineClamp !== 'none',
      clipPath,
      display,
      position,
      rect: element.getBoundingClientRect(),
    };
  }
  function boxOf(element: Element) {
    const box = boxes.get(element) ?? measure(element);
    boxes.set(element, box);
    return box;
  }

  /** Text against the boxes around it, up to the one that scrolls, hides or floats. */
  function cutText(): string[] {
    const found: string[] = [];
    // What stands behind an open dialog is not to be read.
    const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1);
    const walker = document.createTreeWalker(dialog ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement } = node;
      if (!node.textContent?.trim() || !parentElement || parentElement.closest(unseen)) continue;
      if (getComputedStyle(parentElement).visibility === 'hidden') continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      let mayEnd = false;
      for (let box: Element | null = parentElement; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, textOverflow, clamps, clipPath, display, position, fontSize, rect } =
          boxOf(box);
        // For screen readers only.
        if (clipPath !== 'none') break;
        const { left, right, top, bottom } = rect;
        const hides = (overflow: string) => /hidden|clip/.test(overflow);
        const scrolls = /auto|scroll/.test(overflowX + overflowY);
        if (textOverflow === 'ellipsis' && hides(overflowX)) {
          mayEnd = true;
          if (box.scrollWidth > box.clientWidth && box.clientWidth < LEAST * parseFloat(fontSize))
            found.push(`nothing left of it: ${quote(node.textContent)}`);
        }
        const holds = hides(overflowX) || (!scrolls && display !== 'inline' && box.matches('button, a, kbd'));
        const out = lines.some((line) => {
          const height = (line.top + line.bottom) / 2;
          const beside = holds && !mayEnd && (line.right > right + 1.5 || line.left < left - 1.5);
          const beyond =
            !clamps &&
            (hides(overflowY) || box?.matches('button, kbd')) &&
            (height + 4 > bottom || height - 4 < top);
          return beside || beyond;
        });
        if (out) found.push(`cut off: ${quote(node.textContent)}`);
        if (scrolls || hides(overflowX) || hides(overflowY) || /fixed|sticky/.test(position)) break;
      }
    }
    return found;
  }

  return [...new Set([...sideways(), ...smallTargets(), ...cutText()])];
}

/** Runs in the page: the spacing that people who read with difficulty may set (WCAG 1.4.12), or none of it. */
export function spaceText(wanted: boolean): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
      ' p { margin-bottom: 2em !important }',
  );
  // The only one: the program itself has none of this kind.
  document.adoptedStyleSheets = wanted ? [sheet] : [];
}
