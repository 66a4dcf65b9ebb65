/**
 * Does to the page what Chrome's translation does: each text, also one that comes later, is put into elements of its own,
 * so that the text node that React knows is no child of its element any more. Returns how to stop.
 */
export function translatePage(): () => void {
  const wrap = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of root instanceof Text ? [root, ...texts] : texts) {
      const { parentElement } = text;
      if (text.data.trim() === '' || !parentElement || parentElement.closest('font, script, style, svg')) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      text.replaceWith(outer);
      outer.append(inner);
      inner.append(document.createTextNode(text.data));
    }
  };
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) wrap(node);
  });
  wrap(document.body);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
