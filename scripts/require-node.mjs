import { readFileSync } from 'node:fs';

/** The oldest Node, from `engines` in `package.json`. */
const oldest = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).engines.node.replace('>=', '');

/** The sentence for a Node that is too old; `undefined` for any other. */
export function nodeProblem(version) {
  const [major, minor] = version.split('.').map(Number);
  const [leastMajor, leastMinor] = oldest.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined;
  return `Roster needs Node ${oldest} or newer, and this is ${version}: install a newer one from https://nodejs.org.`;
}

const problem = nodeProblem(process.versions.node);
if (problem) {
  console.error(problem);
  process.exit(1);
}
