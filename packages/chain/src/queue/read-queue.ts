import { type Address, BaseError, type Hex, isSameAddress } from '@vaultwright/base'
import type { BlockRef, EthCall, EthCallResult } from '@vaultwright/outcome'
import {
  checkQueue,
  emptyQueue,
  foldQueue,
  type QueueAtBlock,
  type QueueCheck,
  requestTopics,
  type WithdrawQueue,
} from '@vaultwright/queue'
import { vaultAbi, withdrawQueueAbi } from '@vaultwright/registry'
import { type Abi, decodeFunctionResult, encodeFunctionData } from 'viem'
import type { Chain } from '../port/chain.ts'
import { proveReads } from '../proven/prove-reads.ts'
import { NoCodeError, readDeploymentBlock } from '../vault/deployment-block.ts'

/** A withdraw queue at a block: its logs folded, and the contract's own word on the result. */
export type QueueReading = {
  readonly queue: WithdrawQueue
  readonly vault: Address
  readonly accountant: Address
  readonly isPaused: boolean
  readonly check: QueueCheck
  /** The contract's word follows from the hash of the block: an id is the hash of its whole request. */
  readonly isProven: boolean
  /** The facts of the block that the contract's word rests on and no proof gives. */
  readonly unknowable: readonly string[]
  readonly fromBlock: bigint
  readonly block: BlockRef
}

/** The queue to read. */
export type QueueQuery = {
  readonly address: Address
  /** The vault that it must be of; any where it is left out. */
  readonly vault?: Address
  /** The block at which it has no request yet; its deployment where it is left out, which takes past state. */
  readonly fromBlock?: bigint
  readonly block: BlockRef
  /** Executes the contract's own word on state that follows from the hash of the block. */
  readonly proves: boolean
}

const parts = ['boringVault', 'accountant', 'isPaused', 'nonce', 'getRequestIds'] as const

/** A queue's own word at a block, without its logs. */
export type QueueWord = Pick<
  QueueReading,
  'vault' | 'accountant' | 'isPaused' | 'isProven' | 'unknowable'
> & { readonly contract: QueueAtBlock }

/**
 * Reads a withdraw queue: folds all its logs up to a block, and holds the requests against the contract's own set, its
 * next number and its shares at that block.
 *
 * @throws {LateStartError} {QueueLogError} and what `readQueueState` and reading throw.
 */
export async function readQueue(chain: Chain, query: QueueQuery): Promise<QueueReading> {
  const { address, block } = query
  const { contract, ...state } = await readQueueState(chain, query)
  const fromBlock = query.fromBlock ?? (await readDeploymentBlock(chain, address)).number
  if (fromBlock > block.number) throw new LateStartError(fromBlock, block)
  const logs = await chain.readLogs({
    addresses: [address],
    topics: [requestTopics],
    fromBlock,
    toBlock: block,
  })
  const queue = foldQueue(emptyQueue(address), logs)
  return { ...state, queue, check: checkQueue(queue, contract), fromBlock, block }
}

/**
 * Reads what a withdraw queue says itself at a block: its vault, its set of requests, its next number and its shares.
 *
 * @throws {NoCodeError} {NotQueueError} {ForeignQueueError} and what reading throws.
 */
export async function readQueueState(
  chain: Chain,
  query: Omit<QueueQuery, 'fromBlock'>,
): Promise<QueueWord> {
  const { address, block } = query
  const { code } = await chain.readCode(address, block)
  if (code === '0x') throw new NoCodeError(address, chain.id)
  const ask = readerOf(chain, query)
  const calls = parts.map((functionName) =>
    callOf(address, { abi: withdrawQueueAbi, functionName }),
  )
  const answers = await ask(calls)
  const [vault, accountant, isPaused, nonce, ids] = parts.map((functionName, index) =>
    resultOf(answers[index], query, { abi: withdrawQueueAbi, functionName }),
  ) as [Address, Address, boolean, bigint, readonly Hex[]]
  if (query.vault !== undefined && !isSameAddress(query.vault, vault)) {
    throw new ForeignQueueError({ address, vault, expected: query.vault })
  }
  const holding = { abi: vaultAbi, functionName: 'balanceOf', args: [address] }
  const [held] = await ask([callOf(vault, holding)])
  const sharesHeld = resultOf(held, query, holding) as bigint
  const unknowable = [...answers, held].flatMap((answer) => answer?.unknowable ?? [])
  return {
    vault,
    accountant,
    isPaused,
    contract: { ids, nonce, sharesHeld },
    isProven: query.proves && unknowable.length === 0,
    unknowable: [...new Set(unknowable)],
  }
}

/** A function of a contract, and its arguments. */
type View = { readonly abi: Abi; readonly functionName: string; readonly args?: readonly unknown[] }

type Answer = EthCallResult & { readonly unknowable?: readonly string[] }

function readerOf(
  chain: Chain,
  { block, proves }: Pick<QueueQuery, 'block' | 'proves'>,
): (calls: readonly EthCall[]) => Promise<readonly Answer[]> {
  if (!proves) return (calls) => chain.readCalls(calls, block)
  return (calls) => proveReads(chain, calls, { block })
}

function callOf(to: Address, view: View): EthCall {
  return { to, data: encodeFunctionData(view) }
}

function resultOf(
  answer: Answer | undefined,
  query: Pick<QueueQuery, 'address' | 'block'>,
  view: View,
): unknown {
  if (answer?.ok !== true) throw new NotQueueError(query, view.functionName)
  try {
    return decodeFunctionResult({ ...view, data: answer.data })
  } catch {
    throw new NotQueueError(query, view.functionName)
  }
}

/** The account does not answer as a withdraw queue does. */
export class NotQueueError extends BaseError {
  override readonly code = 'not_a_queue'
  override readonly kind = 'invalid_input'

  constructor({ address, block }: Pick<QueueQuery, 'address' | 'block'>, functionName: string) {
    super({
      message: `${address} does not answer ${functionName}() at block ${block.number} as a withdraw queue does. Give the address of the vault's withdraw queue.`,
      facts: { queue: address, function: functionName, block: String(block.number) },
    })
  }
}

/** The queue is of another vault. */
export class ForeignQueueError extends BaseError {
  override readonly code = 'queue_of_another_vault'
  override readonly kind = 'invalid_input'

  constructor({
    address,
    vault,
    expected,
  }: {
    readonly address: Address
    readonly vault: Address
    readonly expected: Address
  }) {
    super({
      message: `The queue ${address} is of the vault ${vault}, not of ${expected}. Give the queue of that vault.`,
      facts: { queue: address, vault, expected },
    })
  }
}

/** The logs are to begin after the block at which the queue is read. */
export class LateStartError extends BaseError {
  override readonly code = 'queue_start_late'
  override readonly kind = 'invalid_input'

  constructor(fromBlock: bigint, block: BlockRef) {
    super({
      message: `Logs from block ${fromBlock} on cannot say what a queue has at block ${block.number}. Give the block of the queue's deployment, or an earlier one.`,
      facts: { fromBlock: String(fromBlock), block: String(block.number) },
    })
  }
}
