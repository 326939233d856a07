import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './sources.mjs';

const TEXTS = /^(licen[cs]e|notice|copying|copyright)/i;
/** Packages that Next brings along in a compiled form. */
const COMPILED = 'node_modules/next/dist/compiled';

/** Packages that are needed to build and run it, but not to test it: their folders, names, versions and licenses. */
function needed() {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(
      ([folder, { dev, devOptional }]) =>
        folder && !dev && !devOptional && existsSync(path.join(root, folder)),
    )
    .map(([folder, { version, license }]) => ({
      folder,
      name: folder.replace(/^.*node_modules\//, ''),
      version,
      license,
    }));
}

/** What the program is made with, with the texts that the packages ask to be passed on. */
export function notices() {
  const installed = needed().map(({ folder, name, version, license }) => ({
    folder,
    title: `${name} ${version} (${license ?? 'license in its text'})`,
  }));
  const compiled = readdirSync(path.join(root, COMPILED), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ folder: path.join(COMPILED, name), title: `${name}, part of next` }))
    .filter(({ folder }) => textsIn(folder).length > 0);
  return [...installed, ...compiled]
    .map(({ folder, title }) => [title, '='.repeat(title.length), ...textsIn(folder), ''].join('\n'))
    .join('\n');
}

const textsIn = (folder) =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXTS.test(entry.name))
    .map(({ name }) => readFileSync(path.join(root, folder, name), 'utf8').trim());

/**
 * The bill of materials in CycloneDX, as npm makes it of the installed packages.
 *
 * @param {string} version of this program.
 * @throws {Error} If npm fails.
 */
export function billOfMaterials(version) {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'],
    { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 },
  );
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  const bill = JSON.parse(stdout);
  const own = bill.metadata.component['bom-ref'];
  // Not by `--omit=dev`, which leaves out whatever a package for tests needs, too.
  const refs = new Set([own, ...needed().map(({ name, version }) => `${name}@${version}`)]);
  bill.components = bill.components.filter((one) => refs.has(one['bom-ref']));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
  // npm names it after its folder.
  Object.assign(bill.metadata.component, { name: 'roster', version });
  return JSON.stringify(bill, null, 2);
}
