import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './sources.mjs';

const TEXTS = /^(licen[cs]e|notice|copying|copyright)/i;
/** Folder of packages that Next contains in compiled form. */
const COMPILED = 'node_modules/next/dist/compiled';

/** Packages needed to build and run the program, but not to test it: their folders, names, versions and licenses. */
function listPackages() {
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

/** Lists the packages that the program contains, with the texts that their licenses ask to pass on. */
export function notices() {
  const installed = listPackages().map(({ folder, name, version, license }) => ({
    folder,
    title: `${name} ${version} (${license ?? 'license in its text'})`,
  }));
  const compiled = readdirSync(path.join(root, COMPILED), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ folder: path.join(COMPILED, name), title: `${name}, part of next` }))
    .filter(({ folder }) => readTexts(folder).length > 0);
  return [...installed, ...compiled]
    .map(({ folder, title }) => [title, '='.repeat(title.length), ...readTexts(folder), ''].join('\n'))
    .join('\n');
}

/** Texts of licenses and notices in a folder. */
const readTexts = (folder) =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXTS.test(entry.name))
    .map(({ name }) => readFileSync(path.join(root, folder, name), 'utf8').trim());

/**
 * The bill of materials in CycloneDX, made by npm from the installed packages.
 *
 * @param {string} version Version of this program.
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
  // `--omit=dev` would also leave out packages that a package for tests shares with the program.
  const refs = new Set([own, ...listPackages().map(({ name, version }) => `${name}@${version}`)]);
  bill.components = bill.components.filter((one) => refs.has(one['bom-ref']));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
  // npm names the component after its folder.
  Object.assign(bill.metadata.component, { name: 'roster', version });
  return JSON.stringify(bill, null, 2);
}
