import { inject } from 'vitest';
import { readerProcess } from './read-in-process';

/** From sources, a process has no bundle beside it. */
readerProcess.script = inject('readerProcess');
