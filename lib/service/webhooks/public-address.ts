import { BlockList, isIP } from 'node:net';

/** IPv4 addresses outside the public internet (IANA's special-purpose addresses), and multicast. */
const special4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]);
/** All public IPv6. Loopback, private, link-local, mapped and translated IPv4 lie outside. */
const unicast6 = blockList('ipv6', [['2000::', 3]]);
/** Teredo and other protocols, documentation, and IPv4 within 6to4. */
const special6 = blockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]);

/** A list of subnets, to test addresses against. */
function blockList(type: 'ipv4' | 'ipv6', subnets: [address: string, bits: number][]): BlockList {
  const list = new BlockList();
  for (const [address, bits] of subnets) list.addSubnet(address, bits, type);
  return list;
}

/** Whether a text is an IP address on the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !special4.check(address, 'ipv4');
  return version === 6 && unicast6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
}
