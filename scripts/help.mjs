import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const commands = {
  'npm start': 'Starts Roster; builds it first if needed.',
  'npm run dev': 'Starts it for development.',
  'npm test': 'Runs every check and test.',
  'npm run seed -- --contacts 1000': 'Creates sample data.',
  'npm run organization -- "Name"': 'Creates an organization and its first token.',
  'npm run staff -- EMAIL ROLE': 'Creates an account, or sets its role and a new password.',
  'npm run screenshots': 'Takes screenshots of every page.',
  'npm run doctor': 'Checks settings, disk and database: a line each.',
  'npm run backup -- FILE': 'Backs up everything into a file, also while it runs.',
  'npm run restore -- FILE': 'Fills a new data folder or an empty database from it.',
  'npm run pack': 'Makes roster-VERSION, a folder of what runs, to be carried elsewhere.',
  'npm run verify': 'Proves that no activity was altered or removed.',
};

/** The text of `npm run help`: the commands, and the settings from the README. */
export function helpText() {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const settings = readme
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    .map(([, name, fallback, text]) => [name, fallback ? `${text} Default: ${fallback}.` : text]);
  return [
    'Commands',
    ...alignColumns(Object.entries(commands)),
    '',
    'Settings: environment variables, all optional',
    ...alignColumns(settings),
    '',
    'The README says more.',
  ].join('\n');
}

/** Formats rows of two cells as lines, the second cells below one another. */
function alignColumns(rows) {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(helpText());
