import { readFileSync } from 'node:fs';
import { StartError } from './start-error';

/** Reads environment variables and collects problems with them. */
export interface Settings {
  /** The trimmed value; a blank one counts as unset. */
  get(name: string): string | undefined;
  /**
   * The trimmed value, or the trimmed text of the file that `<name>_FILE` names.
   *
   * @param asIs Skips trimming: a password may begin or end with a space.
   * @throws StartError if both are set, or the file cannot be used.
   */
  secret(name: string, asIs?: boolean): string | undefined;
  /** Runs `read` and collects a `StartError`; the result must not be used then. */
  attempt<T>(read: () => T): T;
  /** Returns problems, and warnings about variables that look like misspelled settings, one sentence each. */
  end(): { problems: string[]; warnings: string[] };
}

/** Creates `Settings` of an environment. Every name that is read counts as a setting. */
export function settings(env: Record<string, string | undefined>): Settings {
  const problems: string[] = [];
  /** Names of all settings: every name that was read. */
  const known = new Set<string>();
  /** Reads a variable, trimmed, and notes its name as a setting. */
  const get = (name: string) => {
    known.add(name);
    return env[name]?.trim() || undefined;
  };
  /** Collects the message of a `StartError`, and returns `undefined` then. */
  const attempt = <T>(read: () => T): T => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      problems.push(error.message);
      return undefined as T;
    }
  };
  return {
    get,
    attempt,
    /** Reads a variable, or the file that `<name>_FILE` names. */
    secret(name, asIs = false) {
      const [value, file] = [get(name), get(`${name}_FILE`)];
      if (value && file) throw new StartError(`Set either ${name} or ${name}_FILE, not both.`);
      const text = file ? secretIn(file, `${name}_FILE`) : value && env[name];
      return asIs ? text : text?.trim();
    },
    /** Warns of each variable that is not a setting, but near one that is not set. */
    end() {
      const others = Object.keys(env).filter((name) => env[name]?.trim() && !known.has(name));
      const missing = [...known].filter((name) => !env[name]?.trim());
      const warnings = others.flatMap((name) => {
        const meant = missing.find((one) => isNear(name.toUpperCase(), one));
        return meant ? [`${name} is not a setting of Roster: did you mean ${meant}?`] : [];
      });
      return { problems, warnings };
    },
  };
}

/** The text of a file without the line break at its end. @throws StartError if the file cannot be read or is empty. */
function secretIn(file: string, name: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new StartError(`${name} names ${file}, which cannot be read (${code}).`, { cause });
  }
  if (!text.trim()) throw new StartError(`${name} names ${file}, which is empty.`);
  return text;
}

/** Minimum length of a name to compare: shorter ones, such as PORT, resemble variables of other programs. */
const LEAST_LETTERS = 7;

/** Whether `name` is `setting` with one letter mistyped, left out, added or swapped; never for settings below 7 letters. */
function isNear(name: string, setting: string): boolean {
  if (setting.length < LEAST_LETTERS || Math.abs(name.length - setting.length) > 1) return false;
  let start = 0;
  while (start < name.length && name[start] === setting[start]) start++;
  const [left, right] = [name.slice(start), setting.slice(start)];
  return (
    left.slice(1) === right.slice(1) ||
    left === right.slice(1) ||
    left.slice(1) === right ||
    (left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2))
  );
}
