/**
 * Makes calls in company: those that come in in the same turn of the event loop, or while others are under way, go
 * together, at most `most` of them. What a call sees has always begun after the call did. The end of the turn is waited for
 * because the embedded database keeps the event loop busy while it works: only then is read what has come in meanwhile.
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
    while (waiting.length > 0) {
      await new Promise(setImmediate);
      const batch = waiting.splice(0, most);
      try {
        const outputs = await make(batch.map(({ input }) => input));
        for (const [index, { resolve }] of batch.entries()) resolve(outputs[index] as Output);
      } catch (cause) {
        for (const { reject } of batch) reject(cause);
      }
    }
    underWay = false;
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (!underWay) void work();
    });
}
