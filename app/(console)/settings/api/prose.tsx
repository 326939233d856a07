/** Text with `backticks` rendered as code. */
export function Prose({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} className="font-mono text-[0.9375em]">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
