import {
  encodeBinary,
  type Layout,
  layouts,
  printOpenZeppelin,
  type TreeFile,
  writeRust,
  writeSolidity,
} from '@vaultwright/formats'
import { type ArgumentsOf, choice, defineCommand, required } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { readSoundTree } from '../../input/tree.ts'
import { metadataJsonOf } from '../../print/tree.ts'
import { yes } from '../../terminal/context.ts'
import type { Config } from '../../terminal/env.ts'
import { warnReprint } from '../../terminal/warning.ts'
import type { Chunks } from '../../terminal/writer.ts'

/** The formats that a tree is written in. */
export const targets = ['solidity', 'rust', 'binary', 'openzeppelin'] as const

const convertOptions = {
  to: required(choice(targets, 'The format to write')),
  layout: choice(layouts, 'Layout of a solidity file; without it that of the source'),
}

export const command = defineCommand({
  name: 'tree convert',
  summary: 'Write a tree file in another format',
  describe:
    'Writes a tree file in another format. A file that contradicts its own leaves is refused. Converting to the format that a file has prints it back byte for byte.',
  positionals: { file: { describe: 'Tree file of any format, or - for standard input' } },
  options: convertOptions,
  examples: [
    ['tree convert tree.json --to rust --out tree.rust.json', 'For services that read snake_case'],
    ['tree convert tree.json --to solidity --layout prettier-2', 'The recommended layout'],
    ['tree convert tree.json --to binary --out tree.vwt', 'A tenth of the size, for storage'],
  ],
  run: async (args, context) => {
    const target = targetOf(args, context.config)
    const file = await readSoundTree(args.file, context)
    if (target === 'solidity') warnReprint(args.file, file, { context, quiet: args.quiet })
    return {
      document: () => writeTree(file, target, args.layout),
      json: () => ({ ...metadataJsonOf(file), format: target, file: args.out }),
      text: () => [`wrote ${args.out} (${target}, ${file.tree.tree.capacity} slots)\n`],
      exit: yes,
    }
  },
})

type ConvertTarget = (typeof targets)[number]

type ConvertOptions = Pick<ArgumentsOf<typeof convertOptions>, 'to' | 'layout' | 'out' | 'json'>

/** Reads which format is wanted, and refuses what cannot be had together. */
export function targetOf({ to, layout, out, json }: ConvertOptions, config: Config): ConvertTarget {
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
export function writeTree(
  file: TreeFile,
  target: ConvertTarget,
  layout: Layout | undefined,
): Chunks {
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
