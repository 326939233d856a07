/*
 * Next runs this module before it hydrates a page. A translating browser replaces each text node by a <font>, while React keeps
 * the text node: React throws when it removes the node or inserts before it, and its changes stay invisible
 * (facebook/react#11538). This module maps text nodes to their <font>, for all pages and libraries.
 */

/** The <font> that replaces a text node in the page. */
const fontOf = new WeakMap<Node, ChildNode>();
const used = new WeakSet<Node>();
const observer = new MutationObserver(follow);
const { removeChild, insertBefore } = Node.prototype;

const isFont = (node: Node | null): node is ChildNode => node?.nodeName === 'FONT';

function follow(records: MutationRecord[]): void {
  for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    // React has changed the text: show it, so that the browser translates it again.
    if (type === 'characterData') fontOf.get(target)?.replaceWith(target);
    for (const node of removedNodes) {
      if (!(node instanceof Text)) continue;
      const font = [...addedNodes, previousSibling, nextSibling].find(
        (each) => isFont(each) && !used.has(each),
      );
      if (!isFont(font ?? null)) continue;
      fontOf.set(node, font as ChildNode);
      used.add(font as ChildNode);
      observer.observe(node, { characterData: true });
    }
    for (const node of addedNodes) {
      const font = fontOf.get(node);
      if (font && !font.contains(node)) font.remove();
    }
  }
}

/** The child of `parent` that represents React's node; `null` if there is none. */
function childFor(parent: Node, node: Node): Node | null {
  follow(observer.takeRecords());
  let child: Node | null = fontOf.get(node) ?? node;
  while (child && child.parentNode !== parent) child = isFont(child.parentNode) ? child.parentNode : null;
  return child;
}

Node.prototype.removeChild = function <T extends Node>(this: Node, node: T): T {
  const child = node.parentNode === this ? node : childFor(this, node);
  if (child) removeChild.call(this, child);
  return node;
};

Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
  const child = before && before.parentNode !== this ? childFor(this, before) : before;
  return insertBefore.call(this, node, child) as T;
};

observer.observe(document, { childList: true, subtree: true });

// Next calls this when a navigation starts.
export { startNavigation as onRouterTransitionStart } from '@/components/hooks/navigation-target';
