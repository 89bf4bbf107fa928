import { parseControlWitness, replayControl, solveControl } from '@vaultwright/access-control'
import { type Hex, isSound, parseHexOf, printHex } from '@vaultwright/base'
import { defineCommand, text } from '../../../command/command.ts'
import { UsageError } from '../../../command/usage.ts'
import { readInput, textOf } from '../../../input/input.ts'
import { finalityOptions, isFinalityGiven } from '../../../input/node-option.ts'
import { finalityJsonOf, printFinality } from '../../../print/finality.ts'
import type { Json } from '../../../terminal/context.ts'
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
    'block-hash': text('The hash of the block, from another source', '0x…'),
    ...finalityOptions,
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
    const final = isFinalityGiven(args)
      ? await (await import('../../../input/finality.ts')).readFinality(args, context)
      : null
    if (final !== null) assertSameBlock(witness.chainId, final.chainId, args['block-hash'])
    const reading = replayControl(
      witness,
      final?.block.hash ?? hashIn(args['block-hash']),
      await pinnedCodes(args.pinned, context),
    )
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

/** A finality file states hash and chain of the block. */
function assertSameBlock(chainId: number, finalChainId: number, hash: string | undefined): void {
  if (hash !== undefined) {
    const message = 'The finality file proves the hash of the block. Leave --block-hash out.'
    throw new UsageError(message, { option: 'block-hash' })
  }
  if (chainId === finalChainId) return
  const message = `The finality file is of chain ${finalChainId}, and the witness of chain ${chainId}. Give a file of that chain.`
  throw new UsageError(message, { option: 'finality' })
}

function hashIn(word: string | undefined): Hex {
  if (word !== undefined && /^0x[0-9a-fA-F]{64}$/.test(word))
    return printHex(parseHexOf(word as Hex, 32))
  throw new UsageError(
    `--block-hash cannot be ${JSON.stringify(word ?? '')}. What the witness proves follows from the hash of its block: give 0x and 64 hex digits, or --finality.`,
    { option: 'block-hash', value: word ?? '' },
  )
}
