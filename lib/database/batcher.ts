/** Output that puts its input back at the head of the queue. */
export const RETRY = Symbol('again');

/**
 * Runs calls in batches of at most `most`, in order of arrival: calls that arrive in one turn of the event loop, or while a
 * batch runs, share the next one. A batch starts after its calls, so it reads what was committed before them. `run`
 * returns for each input a value, a promise of one, or `RETRY`; if it throws, all calls of the batch fail.
 */
export function batcher<Input, Output>(
  most: number,
  run: (inputs: Input[]) => Promise<(Output | Promise<Output> | typeof RETRY)[]>,
): (input: Input) => Promise<Output> {
  interface Call {
    input: Input;
    resolve: (output: Output | Promise<Output>) => void;
    reject: (cause: unknown) => void;
  }
  const waiting: Call[] = [];
  let underWay = false;

  /** Runs batches, one after the other, until no call waits. */
  async function runBatches() {
    underWay = true;
    let answered = runInNextTurn();
    await answered;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most);
      const answer = await runBatch(batch);
      // The embedded database keeps the event loop busy: after a full batch, let other work run.
      if (batch.length === most) await answered;
      // Start the next batch before answering this one, to keep the database busy.
      answered = runInNextTurn(answer);
    }
    underWay = false;
  }

  /** Runs one batch, without throwing. Returns the function that answers its calls. */
  async function runBatch(batch: Call[]): Promise<() => void> {
    try {
      const outputs = await run(batch.map(({ input }) => input));
      waiting.unshift(...batch.filter((_, index) => outputs[index] === RETRY));
      // A promise may reject before its caller gets it, which would end the process.
      for (const output of outputs) if (output instanceof Promise) output.catch(() => {});
      return () => {
        for (const [index, { resolve }] of batch.entries())
          if (outputs[index] !== RETRY) resolve(outputs[index] as Output);
      };
    } catch (cause) {
      return () => {
        for (const { reject } of batch) reject(cause);
      };
    }
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (!underWay) void runBatches();
    });
}

/** Runs `work` in the next turn of the event loop, and resolves afterwards. Other work can run until then. */
const runInNextTurn = (work = () => {}): Promise<void> =>
  new Promise((resolve) =>
    setImmediate(() => {
      work();
      resolve();
    }),
  );
