/**
 * Makes calls in company: those that come in in the same turn of the event loop, or while others are under way, go
 * together, at most `most` of them. What a call sees has always begun after the call did. Answers are given when the next
 * of them are on their way, so that the database works while they are written.
 *
 * `make` answers each of its inputs, in their order; an answer may still be on its way.
 */
export function together<Input, Output>(
  most: number,
  make: (inputs: Input[]) => Promise<(Output | Promise<Output>)[]>,
): (input: Input) => Promise<Output> {
  interface Waiting {
    input: Input;
    resolve: (output: Output | Promise<Output>) => void;
    reject: (cause: unknown) => void;
  }
  const waiting: Waiting[] = [];
  let underWay = false;

  async function work() {
    underWay = true;
    let answered = nextTurn();
    await answered;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most);
      const answer = await made(batch);
      // The embedded database keeps the event loop busy while it works. With so many, all else has its turn in between.
      if (batch.length === most) await answered;
      answered = nextTurn(answer);
    }
    underWay = false;
  }

  async function made(batch: Waiting[]): Promise<() => void> {
    try {
      const outputs = await make(batch.map(({ input }) => input));
      // One that is still on its way may fail before it is handed on, and would end the process then.
      for (const output of outputs) if (output instanceof Promise) output.catch(() => {});
      return () => {
        for (const [index, { resolve }] of batch.entries()) resolve(outputs[index] as Output);
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
      if (!underWay) void work();
    });
}

const nextTurn = (work = () => {}): Promise<void> =>
  new Promise((resolve) =>
    setImmediate(() => {
      work();
      resolve();
    }),
  );
