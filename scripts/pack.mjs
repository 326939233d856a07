import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { buildFolder, buildOrExit, isBuilt } from './build.mjs';
import { commit, fullVersion, packedCommit } from './commit.mjs';
import { packedDigest, root, sourcesDigest, trackedFiles } from './sources.mjs';
import { billOfMaterials, notices } from './third-parties.mjs';

/*
 * npm run pack creates roster-VERSION, a folder with only the files needed to run; npm run pack -- FOLDER creates it in FOLDER,
 * or as FOLDER if that does not exist. It is laid out like the repository: `npm start` and the commands work in it, and need
 * only Node. The folder may be moved, be owned by another user, and be read-only.
 */

/** Paths to pack besides the build, `node_modules` and the programs that start them. */
const kept = [
  'package.json',
  'next.config.mjs',
  'public',
  'lib/database/migrations',
  'README.md',
  'docs',
  'deploy',
];
/** Paths whose existence Next checks at each start. */
const nextLooksFor = [
  'node_modules/next/dist/compiled/webpack',
  'node_modules/next/dist/compiled/@babel/runtime/package.json',
];
/** Files that the build loads from packages outside of its bundles. */
const loaded = [
  'next/dist/server/next.js',
  '@electric-sql/pglite',
  '@electric-sql/pglite/contrib/btree_gin',
  '@electric-sql/pglite/contrib/pg_trgm',
];
/** Files used only in development, to build, or to resize images, which is turned off. */
const UNUSED =
  /\.(map|d\.[cm]?ts|md)$|\.(development|dev)\.js$|\/node_modules\/(typescript|sharp|@img|@next\/swc-.*|caniuse-lite|postcss)\/|\/next\/dist\/(docs|esm|compiled\/(babel|babel-packages|webpack|postcss-.*|cssnano-simple|browserslist|next-devtools|@modelcontextprotocol))\//;

const [target = '.', ...others] = process.argv.slice(2);
if (others.length > 0) fail('Usage: npm run pack -- [FOLDER]');
const version = fullVersion();
const folder = existsSync(target) ? path.resolve(target, `roster-${version}`) : path.resolve(target);
if (existsSync(folder)) fail(`${folder} exists already.`);
if (!isBuilt()) await buildOrExit();
// Computed once, so that everything is from the same sources.
const digest = sourcesDigest();
const built = buildFolder(digest);
if (!existsSync(built)) fail('The sources changed while they were built: try again.');

process.umask(0o022);
mkdirSync(folder, { recursive: true });
const build = path.relative(root, built);
const programs = trackedFiles(['scripts']).filter((name) => name.endsWith('.mjs'));
const entries = [...trackedFiles(kept), ...programs, ...nextLooksFor, build, ...(await listLoadedFiles())];
for (const entry of entries)
  if (existsSync(path.join(root, entry)))
    cpSync(path.join(root, entry), path.join(folder, entry), {
      recursive: true,
      filter: (file) => !/\.(map|nft\.json)$|\.test\.|\/webpack\/bundle5\.js$/.test(file),
    });
writeFileSync(path.join(folder, packedDigest), digest);
writeFileSync(path.join(folder, packedCommit), commit());
writeFileSync(path.join(folder, 'sbom.cdx.json'), billOfMaterials(version));
writeFileSync(path.join(folder, 'THIRD-PARTY-NOTICES.txt'), notices());
const bytes = filesBelow(folder).reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0);
console.log(`Packed ${Math.round(bytes / 1e6)} MB into ${folder}.`);

/** Files of `node_modules` that the build loads: those that Next lists for its pages, and those that its server and PGlite require. */
async function listLoadedFiles() {
  const console = path.join(built, 'console');
  const lists = filesBelow(console).filter((name) => name.endsWith('.nft.json'));
  const ofPages = lists.flatMap((list) => {
    // The paths are relative to where the console was built.
    const from = path.join(root, '.next', path.dirname(list));
    const { files } = JSON.parse(readFileSync(path.join(console, list), 'utf8'));
    return files.map((file) => path.relative(root, path.join(from, file)));
  });
  const require = createRequire(import.meta.url);
  const { nodeFileTrace } = require('next/dist/compiled/@vercel/nft');
  const { fileList } = await nodeFileTrace(
    loaded.map((name) => import.meta.resolve(name)).map((url) => new URL(url).pathname),
    { base: root, processCwd: root, mixedModules: true, ignore: (file) => UNUSED.test(`/${file}`) },
  );
  return [...new Set([...ofPages, ...fileList])].filter(
    (file) => file.startsWith('node_modules/') && !UNUSED.test(`/${file}`),
  );
}

/** Paths of all files below a folder, relative to it. */
function filesBelow(top) {
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(top, path.join(entry.parentPath, entry.name)));
}

/** Prints a message and exits. */
function fail(message) {
  console.error(message);
  process.exit(1);
}
