import { parseHexOf, printHex } from '@vaultwright/base'
import { openChain } from '@vaultwright/chain'
import { type Hold, holdOf, isHeld } from '@vaultwright/operations'
import { parseWitness } from '@vaultwright/proof'
import { defineCommand, text } from '../../command/command.ts'
import { untilInterrupted } from '../../command/service.ts'
import { UsageError } from '../../command/usage.ts'
import { readInput, textOf } from '../../input/input.ts'
import { openNode } from '../../input/node.ts'
import { blockTagOf, nodeOptions } from '../../input/node-option.ts'
import type { Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printTable } from '../../terminal/table.ts'

export const simulateHold = defineCommand({
  name: 'simulate hold',
  describe:
    'Tells whether a proven simulation still holds: compares every account and slot that it read with a newer block, each proven from the hash of its block. When nothing moved, the result stands but for the time. The answer is no (exit 1) when something did; then simulate again.',
  positionals: { witness: { describe: 'The witness: a file, or - for standard input' } },
  options: {
    'block-hash': text('The hash of the block of the witness, from another source', '0x…'),
    ...nodeOptions,
  },
  examples: [
    [
      'simulate hold witness.json --block-hash 0x… --chain mainnet',
      'Does it still hold at the newest block?',
    ],
  ],
  run: async (args, context) => {
    const { witness: path, block } = args
    const witness = parseWitness(textOf(await readInput(path, context), path))
    const given = args['block-hash']
    if (given === undefined) {
      throw new UsageError(
        'What the witness proves follows from the hash of its block. Give --block-hash, from a source that you trust.',
        { option: 'block-hash' },
      )
    }
    const blockHash = printHex(parseHexOf(given, 32))
    const node = await untilInterrupted(context.signal, openNode(args, context))
    try {
      const chain = await openChain(node.rpc, { id: witness.chainId })
      const now = await chain.readBlock(blockTagOf(block))
      const work = holdOf(chain, { witness, blockHash }, now)
      const hold = await untilInterrupted(context.signal, work)
      return {
        json: () => holdJsonOf(hold),
        text: (style: TextStyle) => printHold(hold, style),
        exit: () => (isHeld(hold) ? 0 : 1),
      }
    } finally {
      await node.rpc.close()
    }
  },
})

function* printHold(hold: Hold, style: TextStyle): Iterable<string> {
  const { now, slots, moved, accounts, replayed } = hold
  const { block } = replayed.simulation
  const span = `between block ${block.number} and block ${now.number} ${now.hash}`
  if (isHeld(hold)) {
    yield `${style.green('holds')}  none of ${slots} slots moved ${span}\n`
    return
  }
  yield `${style.red('moved')}  ${moved.length} of ${slots} slots and ${accounts.length} accounts ${span}. Simulate again.\n`
  if (moved.length > 0) {
    const rows = moved.map(({ kind, account, slot, value, now: word }) => [
      kind,
      account,
      shortWord(slot),
      shortWord(value),
      shortWord(word),
    ])
    const columns = ['kind', 'account', 'slot', 'before', 'now'].map((title) => ({ title }))
    yield* printTable(columns, rows, style)
  }
  for (const { account, changed } of accounts) yield `${account}  ${changed.join(', ')}\n`
}

function holdJsonOf(hold: Hold): Json {
  const { replayed, now, slots, accounts, moved } = hold
  const { number, hash } = replayed.simulation.block
  return {
    ok: isHeld(hold),
    from: { number, hash },
    to: { number: now.number, hash: now.hash },
    slots,
    accounts,
    moved: moved.map(({ kind, account, slot, value, now: word, isWritten }) => ({
      kind,
      account,
      slot,
      before: value,
      now: word,
      isWritten,
    })),
  } as Json
}

function shortWord(word: string): string {
  const digits = word.slice(2).replace(/^0+/, '')
  return digits.length > 20 ? `0x${digits.slice(0, 8)}…${digits.slice(-8)}` : `0x${digits || '0'}`
}
