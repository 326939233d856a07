/*
 * node bench/bare-calls.mjs URL CALLS AT_ONCE: asks for so many pages of 100 contacts, so many at once, and does nothing
 * with what comes: the least that the calls of a first fill take on this machine. Prints the milliseconds that took.
 */
const [url, ...numbers] = process.argv.slice(2);
const [calls, atOnce] = numbers.map(Number);
let next = 1;
async function ask() {
  while (next <= calls) {
    const response = await fetch(`${url}/contacts?page=${next++}&pageSize=100`);
    await response.text();
  }
}
const start = performance.now();
await Promise.all(Array.from({ length: atOnce }, ask));
console.log(`${Math.round(performance.now() - start)} milliseconds`);
