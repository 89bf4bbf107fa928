import { parseHexOf, printHex } from '@vaultwright/base'
import { parseExitWitness, replayExitDrill } from '@vaultwright/operations'
import { defineCommand, text } from '../../../command/command.ts'
import { UsageError } from '../../../command/usage.ts'
import { readInput, textOf, withFileName } from '../../../input/input.ts'
import { drillJsonOf, isAllPaid, printDrill } from './drill-print.ts'

export const command = defineCommand({
  name: 'exit replay',
  summary: 'Run a drill again, offline, from its witness and the hash of the block',
  describe:
    'Runs the drill of a witness again without a node: the state must follow from the hash of the block, which you bring from another source, and the drill must end as the witness says. Accounts, tree and shocks are the word of the file: the answer names them. Exit 0 if all that is asked for is paid, 1 if not.',
  positionals: { witness: { describe: 'The file of exit drill --witness, or -', value: 'file' } },
  options: {
    'block-hash': text('The hash of the block, from a source that you trust', '0x…'),
  },
  examples: [['exit replay exit.json --block-hash 0x…', 'Does the answer follow from the block?']],
  run: async (args, context) => {
    const word = args['block-hash']
    if (word === undefined)
      throw new UsageError('Give --block-hash: all else follows from it.', { option: 'block-hash' })
    const hash = printHex(parseHexOf(word, 32))
    const bytes = await readInput(args.witness, context)
    const run = await withFileName(args.witness, () =>
      replayExitDrill(parseExitWitness(textOf(bytes, args.witness)), hash),
    )
    const view = { ...run, isHashGiven: true }
    return {
      json: () => drillJsonOf(view),
      text: (style) => printDrill(view, style),
      exit: () => (isAllPaid(view) ? 0 : 1),
    }
  },
})
