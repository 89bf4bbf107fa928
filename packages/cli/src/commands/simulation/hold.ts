import { type Hex, parseHexOf, printHex } from '@vaultwright/base'
import { openChain } from '@vaultwright/chain'
import { holdOf, replayLimit } from '@vaultwright/operations'
import {
  compareHoldWithFile,
  type Hold,
  isHeld,
  isOlder,
  replayWitness,
} from '@vaultwright/outcome'
import { parseStateFile, parseWitness, printStateFile, type Witness } from '@vaultwright/proof'
import { defineCommand, required, text } from '../../command/command.ts'
import { untilInterrupted } from '../../command/service.ts'
import { UsageError } from '../../command/usage.ts'
import { readInput, textOf } from '../../input/input.ts'
import { openNode } from '../../input/node.ts'
import { blockTagOf, type NodeOptions, neededNodeOptions } from '../../input/node-option.ts'
import type { Context, Json } from '../../terminal/context.ts'
import { writeFileWhole } from '../../terminal/output-file.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printTable } from '../../terminal/table.ts'

export const command = defineCommand({
  name: 'simulate hold',
  summary: 'Check whether a proven simulation still holds at a newer block',
  describe:
    'Checks whether a proven simulation still holds: compares every account and slot that it read with a newer block, each proven from the hash of its block. The newer block comes from a node, or offline from a state file. When nothing moved, the result stands but for the time. The answer is no (exit 1) when something did; then simulate again.',
  positionals: { witness: { describe: 'The witness: a file, or - for standard input' } },
  options: {
    'block-hash': required(
      text('The hash of the block of the witness, from another source', '0x…'),
    ),
    state: text('A state file in place of a node, for an answer offline', 'file'),
    'state-hash': text('The hash of the block of the state file, from another source', '0x…'),
    write: text('Write what the node proves as a state file', 'file'),
    ...neededNodeOptions,
  },
  examples: [
    [
      'simulate hold witness.json --block-hash 0x… --chain mainnet',
      'Does it still hold at the newest block?',
    ],
    [
      'simulate hold witness.json --block-hash 0x… --chain mainnet --write state.json',
      'Keep what proves the answer',
    ],
    [
      'simulate hold witness.json --block-hash 0x… --state state.json --state-hash 0x…',
      'The same answer, offline',
    ],
  ],
  run: async (args, context) => {
    const witness = parseWitness(textOf(await readInput(args.witness, context), args.witness))
    const blockHash = hashIn(args['block-hash'], {
      option: 'block-hash',
      why: 'What the witness proves follows from the hash of its block.',
    })
    const hold =
      args.state === undefined
        ? await holdOnNode({ witness, blockHash }, args, context)
        : await holdOnFile({ witness, blockHash, path: args.state }, args, context)
    return {
      json: () => holdJsonOf(hold),
      text: (style: TextStyle) => printHold(hold, style),
      exit: () => (isHeld(hold) ? 0 : 1),
    }
  },
})

type HoldOptions = NodeOptions & {
  readonly 'state-hash': string | undefined
  readonly write: string | undefined
}

async function holdOnNode(
  of: { readonly witness: Witness; readonly blockHash: Hex },
  options: HoldOptions,
  context: Context,
): Promise<Hold> {
  if (options['state-hash'] !== undefined) {
    throw new UsageError('--state-hash is for --state. Name a block of the node with --block.')
  }
  const node = await untilInterrupted(context.signal, openNode(options, context))
  try {
    const chain = await openChain(node.rpc, { id: of.witness.chainId })
    const now = await chain.readBlock(blockTagOf(options.block))
    const { hold, stateFile } = await untilInterrupted(context.signal, holdOf(chain, of, now))
    const { write } = options
    if (write !== undefined) {
      await writeFileWhole(write, [printStateFile(stateFile)], context)
    }
    return hold
  } finally {
    await node.rpc.close()
  }
}

async function holdOnFile(
  of: { readonly witness: Witness; readonly blockHash: Hex; readonly path: string },
  options: HoldOptions,
  context: Context,
): Promise<Hold> {
  const fields: Readonly<Record<string, unknown>> = options
  const idle = ['write', 'rpc-url', 'chain', 'block', 'agreement'].find((name) => {
    const value = fields[name]
    return Array.isArray(value) ? value.length > 0 : value !== undefined
  })
  if (idle !== undefined) {
    throw new UsageError(`A state file takes the place of a node. Leave --${idle} out, or --state.`)
  }
  const stateHash = hashIn(options['state-hash'], {
    option: 'state-hash',
    why: 'What the state file proves follows from the hash of its block.',
  })
  const { witness, blockHash, path } = of
  const file = parseStateFile(textOf(await readInput(path, context), path))
  const replayed = await replayWitness(witness, blockHash, { limit: replayLimit })
  return compareHoldWithFile(replayed, file, stateHash)
}

function hashIn(
  given: string | undefined,
  { option, why: reason }: { readonly option: string; readonly why: string },
): Hex {
  if (given !== undefined) return printHex(parseHexOf(given, 32))
  throw new UsageError(`${reason} Give --${option}, from a source that you trust.`, { option })
}

function* printHold(hold: Hold, style: TextStyle): Iterable<string> {
  const { before, now, slots, moved, accounts, asked: dependencies } = hold
  const span = `between block ${before.number} and block ${now.number} ${now.hash}`
  if (isHeld(hold)) {
    yield `${style.green('holds')}  none of ${slots} slots moved ${span}\n`
    return
  }
  yield `${style.red('moved')}  ${moved.length} of ${slots} slots and ${accounts.length} accounts ${span}. Simulate again.\n`
  if (isOlder(hold)) {
    yield `${style.red('older')}  block ${now.number} is before block ${before.number}, and says nothing of now\n`
  }
  if (dependencies.length > 0) {
    yield `${style.red('other block')}  it asks its block for ${dependencies.join(', ')}, which differ there\n`
  }
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
  const { before, now, slots, accounts, moved, asked: dependencies } = hold
  return {
    ok: isHeld(hold),
    isOlder: isOlder(hold),
    asked: dependencies,
    from: { number: before.number, hash: before.hash },
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
