/**
 * The score of a target for a key (rendezvous hashing): each key is assigned to the target with the highest score. All processes compute the same
 * assignment. When a target is removed only its own keys move, and an added target gets its share from all others.
 * @returns an unsigned integer of 32 bits: FNV-1a of both texts with the finalizer of MurmurHash3, which spreads similar texts
 */
export function scoreTarget(key: string, target: string): number {
  let hash = addText(addText(0x811c_9dc5, key), target);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function addText(start: number, text: string): number {
  let hash = start;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x0100_0193);
  return hash;
}
