import type { Hex } from '@vaultwright/base'
import type { TextStyle } from '../../terminal/style.ts'

/**
 * Prints hashes by name: each whole, to copy, and in groups, to compare with a small screen. The first two groups are in
 * capitals, as hardware wallets show them.
 */
export function* printHashRows(
  hashes: readonly (readonly [name: string, hash: Hex])[],
  style: TextStyle,
): Iterable<string> {
  for (const [index, [name, hash]] of hashes.entries()) {
    const groups = groupsOf(hash)
    yield `  ${style.dim(name)}  ${hash}\n`
    yield `  ${' '.repeat(name.length)}  ${index < 2 ? groups.toUpperCase() : groups}\n`
  }
}

/** Eight digits a group, as many as an eye holds. */
function groupsOf(hash: Hex): string {
  return hash.slice(2).match(/.{8}/g)!.join(' ')
}
