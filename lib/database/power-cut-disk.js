import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { randomOf } from './seeded-random.js';

// A disk for tests, preloaded in the worker thread of the embedded database: tracks what has reached the disk, and
// simulates power cuts and disk failures.

/**
 * @typedef {object} DiskPlan The environment variable `DISK_PLAN`, as JSON.
 * @property {string} folder The data folder, completely on the disk at the start.
 * @property {{ at: number, keeps: 'synced' | 'sectors', into: string }} [cut] Number of the change before which the power
 *   is cut; what survives (each file as of its last fsync, or a random mix of old and new sectors); where to write that.
 * @property {boolean} [ignoresFsync] Simulates a disk that ignores fsync.
 * @property {{ call: string, code: string, at: number }} [failure] The call that fails, by name and number.
 * @property {number} seed
 */

/** @type {DiskPlan} */
const plan = JSON.parse(/** @type {string} */ (process.env.DISK_PLAN));
const SECTOR = 512;
/** Holds deleted files whose deletion has not reached the disk. */
const removed = `${plan.folder}.removed`;
fs.mkdirSync(removed, { recursive: true });
const random = randomOf(plan.seed);

/** Files by inode: the size on the disk, and the old content of sectors written since. */
/** @type {Map<number, { size: number, sectors: Map<number, Buffer> }>} */
const files = new Map();
/** Directory changes in order; each can be undone. */
/** @type {{ folder: number, undo: (tree: Map<string, string | null>) => void }[]} */
let names = [];
let changes = 0;
let calls = 0;

const { closeSync, ftruncateSync, mkdirSync, openSync, renameSync, truncateSync, unlinkSync } = fs;
const { writeFileSync, writeSync } = fs;

Object.assign(fs, {
  /**
   * Opens a file; notes a new one, and what truncating loses.
   *
   * @param {string} path
   * @param {string | number} flags
   * @param {number} [mode]
   */
  openSync(path, flags = 'r', mode) {
    // Also open for reading, to save what is overwritten.
    const { O_ACCMODE = 3, O_WRONLY, O_RDWR, O_TRUNC } = /** @type {any} */ (fs.constants);
    if (typeof flags !== 'number') return openSync(path, flags, mode);
    const exists = fs.existsSync(path);
    if (exists && flags & O_TRUNC) fs.truncateSync(path, 0);
    const file = openSync(
      path,
      (flags & O_ACCMODE) === O_WRONLY ? (flags & ~O_WRONLY) | O_RDWR : flags,
      mode,
    );
    if (!exists) made(path);
    return file;
  },
  /** Creates an empty file. @param {string} path @param {''} _data @param {{ mode: number }} options */
  writeFileSync(path, _data, { mode }) {
    change('open');
    closeSync(openSync(path, 'w', mode));
    made(path);
  },
  /** Creates a folder, whose name is on the disk after an fsync of its parent. @param {string} path @param {any} options */
  mkdirSync(path, options) {
    change('mkdir');
    mkdirSync(path, options);
    renamed(path, (tree) => void remove(tree, path));
  },
  /**
   * Writes to a file, after saving what it overwrites.
   *
   * @param {number} file
   * @param {any} buffer
   * @param {number} offset
   * @param {number} length
   * @param {number} position
   */
  writeSync(file, buffer, offset, length, position) {
    change('write');
    overwrite(file, position, position + length);
    return writeSync(file, buffer, offset, length, position);
  },
  /** Cuts a file, after saving what is lost. @param {number} file @param {number} size */
  ftruncateSync(file, size) {
    change('ftruncate');
    overwrite(file, size, fs.fstatSync(file).size);
    ftruncateSync(file, size);
  },
  /** Cuts a file by `ftruncateSync`. @param {string} path @param {number} size */
  truncateSync(path, size) {
    const file = openSync(path, 'r+');
    fs.ftruncateSync(file, size);
    closeSync(file);
  },
  /** Renames a file or folder, after saving a file that it overwrites. @param {string} from @param {string} to */
  renameSync(from, to) {
    change('rename');
    const overwritten = fs.existsSync(to) && fs.statSync(to).isFile() ? keep(to) : undefined;
    renameSync(from, to);
    renamed(to, (tree) => {
      for (const [path, source] of remove(tree, to)) tree.set(from + path.slice(to.length), source);
      if (overwritten) tree.set(to, overwritten);
    });
  },
  /** Deletes a file, after saving it. @param {string | Buffer} name */
  unlinkSync(name) {
    change('unlink');
    const path = String(name);
    const kept = keep(path);
    unlinkSync(path);
    renamed(path, (tree) => tree.set(path, kept));
  },
  /** Counts content or names of a file or folder as on the disk, unless the plan ignores fsync. @param {number} file */
  fsyncSync(file) {
    const { ino } = fs.fstatSync(file);
    if (files.has(ino) || names.some(({ folder }) => folder === ino)) change('fsync');
    if (plan.ignoresFsync) return;
    files.delete(ino);
    names = names.filter(({ folder }) => folder !== ino);
  },
  /** `fsyncSync`, reported to a callback. @param {number} file @param {(cause: null) => void} done */
  fsync(file, done) {
    fs.fsyncSync(file);
    done(null);
  },
});
syncBuiltinESMExports();

/**
 * Counts a change; cuts the power or throws where the plan says so.
 *
 * @param {string} call Name of a call that is about to change the disk.
 */
function change(call) {
  if (++changes === plan.cut?.at) {
    // Restore the real functions.
    Object.assign(fs, { openSync, mkdirSync, truncateSync, writeFileSync, writeSync });
    try {
      cut(plan.cut);
    } finally {
      process.exit();
    }
  }
  if (call !== plan.failure?.call || ++calls < plan.failure.at) return;
  const { code } = plan.failure;
  throw Object.assign(new Error(`${code}: failed, ${call}`), { code, syscall: call });
}

/** Notes that nothing of a file is on the disk yet. @param {string} path Path of a new, empty file. */
function made(path) {
  files.set(fs.statSync(path).ino, { size: 0, sectors: new Map() });
  renamed(path, (tree) => void remove(tree, path));
}

/**
 * Notes a change of names until an fsync of the folder.
 *
 * @param {string} path
 * @param {(tree: Map<string, string | null>) => void} undo
 */
function renamed(path, undo) {
  names.push({ folder: fs.statSync(dirname(path)).ino, undo });
}

/** Saves a file that is about to go; returns where. @param {string} path */
function keep(path) {
  const kept = join(removed, `${basename(path)}.${changes}`);
  fs.linkSync(path, kept);
  return kept;
}

/**
 * Removes a path from a tree.
 *
 * @param {Map<string, string | null>} tree
 * @param {string} path Removed with everything below it, which is returned.
 */
function remove(tree, path) {
  const found = [...tree].filter(([name]) => name === path || name.startsWith(`${path}/`));
  for (const [name] of found) tree.delete(name);
  return found;
}

/**
 * Saves the sectors from one byte to another that no earlier write has saved.
 *
 * @param {number} file
 * @param {number} from
 * @param {number} to
 */
function overwrite(file, from, to) {
  const { ino, size } = fs.fstatSync(file);
  const known = files.get(ino) ?? { size, sectors: new Map() };
  files.set(ino, known);
  const first = Math.floor(from / SECTOR);
  const count = Math.ceil(to / SECTOR) - first;
  if (count <= 0) return;
  const old = Buffer.alloc(count * SECTOR);
  fs.readSync(file, old, 0, old.length, first * SECTOR);
  for (let sector = 0; sector < count; sector++)
    if (!known.sectors.has(first + sector))
      known.sectors.set(first + sector, old.subarray(sector * SECTOR, (sector + 1) * SECTOR));
}

/** Writes what is on the disk after a power cut to another folder. @param {NonNullable<DiskPlan['cut']>} cut */
function cut({ keeps, into }) {
  const isNew = () => keeps === 'sectors' && random() < 0.5;
  /** @type {Map<string, string | null>} File with the content, by path; `null` for a folder. */
  const tree = new Map();
  const top = dirname(plan.folder);
  for (const entry of fs.readdirSync(top, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (path !== removed && !path.startsWith(`${removed}/`)) tree.set(path, entry.isFile() ? path : null);
  }
  // File systems preserve the order of directory changes.
  const onDisk = keeps === 'sectors' ? Math.floor(random() * (names.length + 1)) : 0;
  for (const { undo } of names.slice(onDisk).reverse()) undo(tree);
  fs.mkdirSync(into);
  for (const [path, source] of [...tree].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const target = join(into, relative(top, path));
    if (source) fs.writeFileSync(target, contentOf(source, isNew));
    else fs.mkdirSync(target);
  }
}

/**
 * The content of a file on the disk; `isNew` decides for each sector, and the size.
 *
 * @param {string} source
 * @param {() => boolean} isNew
 */
function contentOf(source, isNew) {
  const now = fs.readFileSync(source);
  const known = files.get(fs.statSync(source).ino);
  if (!known) return now;
  const size = isNew() ? now.length : known.size;
  const content = Buffer.alloc(Math.max(now.length, known.size) + SECTOR);
  now.copy(content);
  for (const [sector, old] of known.sectors) if (!isNew()) old.copy(content, sector * SECTOR);
  return content.subarray(0, size);
}
