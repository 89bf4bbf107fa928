import { type Address, printUnits } from '@vaultwright/base'
import { type Chain, type QueueCash, type QueueReading, readQueue } from '@vaultwright/chain'
import { parseAddress } from '@vaultwright/merkle'
import { count, text } from '../../../command/command.ts'
import { UsageError } from '../../../command/usage.ts'
import { onChain } from '../../../input/node.ts'
import { blockTagOf, type NodeOptions, neededNodeOptions } from '../../../input/node-option.ts'
import type { Context, Json } from '../../../terminal/context.ts'
import type { TextStyle } from '../../../terminal/style.ts'
import { printSafely, printTime } from '../../../terminal/table.ts'

export const queueWord = { describe: 'The withdraw queue', value: 'address' } as const

/** Options of every command that reads a withdraw queue. */
export const queueOptions = {
  vault: text('The vault that the queue must be of; default: any', 'address'),
  'block-hash': text(
    'The hash of the block, from a source that you trust: the contract is then executed on state that follows from it',
    '0x…',
  ),
  'from-block': count(
    'A block before the first request; default: the deployment, for which the node needs past state',
    'number',
  ),
  ...neededNodeOptions,
} as const

type QueueArguments = NodeOptions & {
  readonly queue: string
  readonly vault: string | undefined
  readonly 'block-hash': string | undefined
  readonly 'from-block': number | undefined
}

/** The chain of a queue, with the URLs of its nodes: never to be printed. */
export type QueueNode = { readonly chain: Chain; readonly urls: readonly string[] }

/** Reads the queue that a command names, and does what follows on the same chain. */
export function onQueue<Result>(
  args: QueueArguments,
  context: Context,
  work: (reading: QueueReading, node: QueueNode) => Promise<Result> | Result,
): Promise<Result> {
  const address = parseAddress(args.queue)
  const hash = args['block-hash']
  if (hash !== undefined && args.block !== undefined) {
    throw new UsageError('Give --block or --block-hash, not both.')
  }
  if (hash !== undefined && !/^0x[0-9a-fA-F]{64}$/.test(hash)) {
    throw new UsageError(
      `--block-hash cannot be ${JSON.stringify(hash)}. Give a hash of 32 bytes.`,
      { option: 'block-hash', value: hash },
    )
  }
  const fromBlock = args['from-block']
  return onChain(args, context, async (chain, urls) => {
    const block = await chain.readBlock(blockTagOf(hash ?? args.block, 'block-hash'))
    const reading = await readQueue(chain, {
      address,
      block,
      proves: hash !== undefined,
      ...(args.vault !== undefined && { vault: parseAddress(args.vault) as Address }),
      ...(fromBlock !== undefined && { fromBlock: BigInt(fromBlock) }),
    })
    return work(reading, { chain, urls })
  })
}

/** Prints amounts of an asset that a queue owes, with a name that cannot look like ours. */
export function amountsOf(asset: Address, { symbol: name, decimals }: QueueCash) {
  const symbol = printSafely(name ?? asset)
  const say = (amount: bigint | null) =>
    amount === null ? 'unknown' : `${printUnits(amount, decimals)} ${symbol}`
  return { symbol, say }
}

/** Prints whether the contract agrees, and what that rests on. */
export function* printCheck(reading: QueueReading, style: TextStyle): Iterable<string> {
  const { queue, block, check, isPaused } = reading
  const paused = isPaused ? `  ${style.yellow('paused')}` : ''
  yield `${style.bold(`Queue ${queue.address}`)}  vault ${reading.vault}, block ${block.number} of ${printTime(block.timestamp)}${paused}\n`
  if (check.state === 'agrees') {
    const { length } = queue.ids
    yield `${style.green('agrees')}  ${length} ${length === 1 ? 'request' : 'requests'} of the logs ${length === 1 ? 'is' : 'are'} the contract's own, in its order; ${queue.nonce} is the next number\n`
  } else if (check.what === 'ids') {
    yield `${style.red('differs')}  at position ${check.position} the logs give ${check.folded ?? 'no request'}, the contract ${check.contract ?? 'none'}\n`
  } else if (check.what === 'nonce') {
    yield `${style.red('differs')}  the logs give ${check.folded} as the next number, the contract ${check.contract}\n`
  } else {
    yield `${style.red('differs')}  its requests have ${check.folded} base units of shares, the contract holds ${check.contract}\n`
  }
  yield style.dim(`${trustOf(reading)}\n`)
}

/** The same for a program. */
export function checkJsonOf(reading: QueueReading): { readonly [key: string]: Json } {
  const { queue, vault, accountant, isPaused, check, isProven, unknowable, block } = reading
  return {
    queue: queue.address,
    vault,
    accountant,
    isPaused,
    block: { number: block.number, hash: block.hash, timestamp: block.timestamp },
    check: { ...check },
    isProven,
    unprovenBecause: isProven ? null : trustOf({ isProven, unknowable }),
    requestCount: queue.ids.length,
    nextNonce: queue.nonce,
  }
}

function trustOf({ isProven, unknowable }: Pick<QueueReading, 'isProven' | 'unknowable'>): string {
  if (isProven) {
    return 'The requests in the queue follow from the hash of the block. How earlier ones ended is the word of the node.'
  }
  if (unknowable.length > 0) return `The contract asks for ${unknowable.join(', ')}: not proven.`
  return 'The word of the node. Give --block-hash to execute the contract on proven state.'
}
