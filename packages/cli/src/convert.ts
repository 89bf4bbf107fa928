import {
  encodeBinary,
  type Layout,
  printOpenZeppelin,
  type TreeFile,
  writeRust,
  writeSolidity,
} from '@vaultwright/formats'
import type { Pieces } from './pieces.ts'

/** The formats that a tree is written in. */
export const targets = ['solidity', 'rust', 'binary', 'openzeppelin'] as const

/** One of them. */
export type Target = (typeof targets)[number]

/**
 * Writes a tree in a format, piece by piece.
 *
 * @param file - a sound tree file.
 * @param target - the format.
 * @param layout - of a solidity file; the source's own when not said.
 * @returns the pieces of the file.
 */
export function writeTree(file: TreeFile, target: Target, layout: Layout | undefined): Pieces {
  switch (target) {
    case 'solidity':
      return writeSolidity(file, layout === undefined ? {} : { layout })
    case 'rust':
      return writeRust(file)
    case 'binary':
      return [encodeBinary(file)]
    case 'openzeppelin':
      return [printOpenZeppelin(file.tree.tree)]
  }
}
