import { parseControlWitness, replayControl, solveControl } from '@vaultwright/access-control'
import { isSound } from '@vaultwright/base'
import { defineCommand } from '../../../command/command.ts'
import { readInput, textOf } from '../../../input/input.ts'
import { finalityJsonOf, printFinality } from '../../../print/finality.ts'
import type { Json } from '../../../terminal/context.ts'
import { readWitnessBlock, witnessBlockOptions } from '../witness-block.ts'
import { pinnedCodes, pinnedOption } from './control-input.ts'
import { findingsOf, policyOption, rulesIn } from './control-policy.ts'
import { controlJsonOf } from './control-print.ts'
import { allOption, printControlText } from './control-screen.ts'

export const command = defineCommand({
  name: 'control replay',
  summary: 'Compute who can do what again, offline, from a witness',
  describe:
    'Computes the answer of control again, offline: follows every account, slot and code of the witness from the hash of the block, and solves it anew. Nothing in the file is believed but the addresses of the contracts that it asks about, which are shown.',
  positionals: { witness: { describe: 'The witness: a file, or - for standard input' } },
  options: {
    ...witnessBlockOptions,
    pinned: pinnedOption,
    policy: policyOption,
    all: allOption,
  },
  examples: [
    ['control replay control.json --block-hash 0x…', 'Does it follow from the block?'],
    [
      'control replay control.json --finality finality.json --checkpoint 0x…',
      'The same, with the block proven final from a checkpoint',
    ],
  ],
  run: async (args, context) => {
    const policy = await rulesIn(args.policy, context)
    const witness = parseControlWitness(
      textOf(await readInput(args.witness, context), args.witness),
    )
    const { hash, final } = await readWitnessBlock(args, witness.chainId, context)
    const reading = replayControl(witness, hash, await pinnedCodes(args.pinned, context))
    const { block } = reading
    const answer = solveControl(reading.state)
    const view = {
      reading,
      answer,
      block: { number: block.number, hash: block.hash },
      hasLogs: true,
      findings: findingsOf({ answer, reading }, policy, witness.contracts.vault),
    }
    return {
      json: () =>
        ({
          ...(controlJsonOf(view) as object),
          ...(final === null ? {} : { final: finalityJsonOf(final) }),
        }) as Json,
      text: (style) => [
        ...printControlText(view, args, { style, config: context.config }),
        ...(final === null ? [] : printFinality(final, style)),
      ],
      exit: () => (isSound(view.findings ?? []) ? 0 : 1),
    }
  },
})
