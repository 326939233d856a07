/** The page that people see while Roster starts or stops. It reloads itself as soon as Roster is ready. */
export const waitingPage = (heading: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Roster</title>
<noscript><meta http-equiv="refresh" content="2"></noscript>
<style>
  :root { color-scheme: light dark; }
  body {
    display: grid; place-content: center; justify-items: center; gap: 20px; min-height: 100vh; margin: 0;
    background: light-dark(#fff, #131418); color: light-dark(#1a1b20, #ededf0);
    font: 14px/20px Inter, system-ui, sans-serif; text-align: center;
  }
  i { width: 160px; height: 2px; border-radius: 1px; overflow: hidden; background: light-dark(#e3e3e8, #2c2e36); }
  i::after {
    content: ""; display: block; width: 40%; height: 100%; background: light-dark(#3f51c9, #9aa8fb);
    animation: wait 1.2s ease-in-out infinite alternate;
  }
  h1, p { margin: 0; font: inherit; }
  h1 { font-size: 20px; line-height: 28px; font-weight: 600; }
  p { color: light-dark(#5b5e6a, #a3a6b3); }
  rect { fill: light-dark(#3f51c9, #9aa8fb); }
  path { stroke: light-dark(#fff, #12142a); }
  @keyframes wait { to { translate: 150% 0; } }
  @media (prefers-reduced-motion) { i::after { animation: none; } }
</style>
<svg viewBox="0 0 32 32" width="40" aria-hidden="true">
  <rect width="32" height="32" rx="8" />
  <path d="M9 9.5h0M9 16h0M9 22.5h0M14 9.5h9M14 16h9M14 22.5h6" stroke-width="2.6" stroke-linecap="round" />
</svg>
<main><h1>${heading}</h1><p>This page opens by itself.</p></main>
<i></i>
<script>
  setInterval(() => {
    fetch("/health/ready", { cache: "no-store" }).then(({ ok }) => ok && location.reload(), () => {});
  }, 1000);
</script>
</html>
`;
