const DEEPEST = 32;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Whether JSON is nested deeper than any request needs. What parses it makes an object a level, or calls itself for
 * each; this only looks at the bytes.
 */
export function isNestedTooDeep(json: Uint8Array): boolean {
  let depth = 0;
  let inText = false;
  for (let index = 0; index < json.length; index++) {
    const byte = json[index] as number;
    if (byte === QUOTE) inText = !inText;
    else if (inText) index += byte === BACKSLASH ? 1 : 0;
    // [ and {, then ] and }
    else if (byte === 0x5b || byte === 0x7b) depth++;
    else if (byte === 0x5d || byte === 0x7d) depth--;
    if (depth > DEEPEST) return true;
  }
  return false;
}
