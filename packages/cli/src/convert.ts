import {
  encodeBinary,
  type Layout,
  printOpenZeppelin,
  type TreeFile,
  writeRust,
  writeSolidity,
} from '@vaultwright/formats'
import type { Config } from './env.ts'
import type { Pieces } from './pieces.ts'
import { UsageError } from './usage.ts'

/** The formats that a tree is written in. */
export const targets = ['solidity', 'rust', 'binary', 'openzeppelin'] as const

/** One of them. */
export type Target = (typeof targets)[number]

/** How a person asks for a format. */
export type ConvertWords = {
  readonly to: Target | undefined
  readonly layout: Layout | undefined
  readonly out: string | undefined
  readonly json: boolean
}

/**
 * Reads which format is wanted, and refuses what cannot be had together.
 *
 * @throws {UsageError} without a format; for the layout of another than solidity; when the document and the
 * answer both want standard output; and for bytes on a terminal.
 */
export function targetOf({ to, layout, out, json }: ConvertWords, config: Config): Target {
  if (to === undefined) {
    throw new UsageError(`--to is missing. Choose one of: ${targets.join(', ')}.`)
  }
  if (layout !== undefined && to !== 'solidity') {
    throw new UsageError('Only a solidity file has a layout. Leave --layout out.')
  }
  if (json && out === undefined) {
    throw new UsageError('The converted file takes standard output. Give --out beside --json.')
  }
  if (to === 'binary' && out === undefined && config.columns !== null) {
    throw new UsageError('The binary form is not for a terminal. Give --out, or send it on.')
  }
  return to
}

/** Writes a tree in a format, piece by piece. */
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
