import { inject } from 'vitest';
import { readerProcess } from './read-in-process';

/** Tests run from the sources, which have no bundle of the reader beside them. */
readerProcess.script = inject('readerProcess');
