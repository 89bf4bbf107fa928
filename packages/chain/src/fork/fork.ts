import { BaseError, openLruMap, zeroAddress } from '@vaultwright/base'
import { readerOf } from '@vaultwright/document'
import type { BlockRef } from '@vaultwright/outcome'
import Type from 'typebox'
import { type Anvil, openAnvil } from '../anvil/anvil.ts'
import { ReorgError, readHeader } from '../read/block.ts'
import { parseAnswer, readAnything, readQuantity, readText } from '../rpc/answer.ts'
import type { RpcAnswer, RpcCall } from '../rpc/rpc.ts'
import { openHttpRpc } from '../transport/http-rpc.ts'
import { IpcClosedError, IpcTimeoutError } from '../transport/ipc-rpc.ts'

/** The source of a fork. */
export type ForkTarget = {
  readonly chainId: number
  readonly block: BlockRef
  /** The nodes whose state it is: the next one where one cannot be forked. */
  readonly urls: readonly string[]
}

/** A fork that is ready. */
export type WarmFork = {
  readonly anvil: Anvil
  /** Makes sure that it lives; asks it when it has not been used for a while. */
  readonly check: () => Promise<void>
  /**
   * Asks what changes nothing, and has the next change keep what the fork fetched for it: going back to a
   * snapshot forgets what was fetched after the snapshot. What was asked before is kept already.
   */
  readonly remember: (call: RpcCall) => Promise<RpcAnswer | undefined>
  /** Asks what changes the fork, after a snapshot where there is something new to keep, in one round trip. */
  readonly change: (calls: readonly RpcCall[]) => Promise<readonly RpcAnswer[]>
  /** Has a question asked once more after the next way back, for the same reason. */
  readonly replay: (call: RpcCall) => void
  /** Asks about the block that was forked; the answer never changes, and is asked for once. */
  readonly recall: (call: RpcCall) => Promise<RpcAnswer | undefined>
  /** Undoes everything since it was opened, last snapshot or last reset. */
  readonly reset: () => Promise<void>
  readonly close: () => Promise<void>
}

/** A fork that has been used more recently is believed to be well. */
const checkAfterMs = 5000

/** Questions whose fetches a fork is known to hold; beyond, they are asked anew. */
const rememberedLimit = 1000

/**
 * Starts a fork of a block and makes it a machine for simulations: gas is free, the block's
 * beneficiary is the zero address, and any account may be the sender.
 *
 * @throws {ReorgError} when the node has another block of that number.
 * @throws {AnvilExitError} when Anvil does not start, on the last node.
 */
export async function openFork(place: ForkTarget, timeoutMs: number): Promise<WarmFork> {
  const last = place.urls.length - 1
  for (const url of place.urls.slice(0, last)) {
    try {
      return await openForkOf(url, place, timeoutMs)
    } catch (error) {
      if (!(error instanceof BaseError && error.retryable)) throw error
    }
  }
  return openForkOf(place.urls[last]!, place, timeoutMs)
}

async function openForkOf(
  url: string,
  { block, chainId }: ForkTarget,
  timeoutMs: number,
): Promise<WarmFork> {
  const anvil = await openAnvil({
    forkUrl: url,
    forkBlock: block.number,
    chainId,
    timeoutMs,
    arguments: [
      '--auto-impersonate',
      '--no-mining',
      '--retries',
      '1',
      '--accounts',
      '0',
      '--threads',
      '1',
      ...(await rulesOf(url)),
    ],
  })
  let snapshot: string
  try {
    const { hash } = await readHeader(anvil.rpc, block.number)
    if (hash !== block.hash) throw new ReorgError(block, hash)
    await anvil.rpc.ask([{ method: 'anvil_setCoinbase', params: [zeroAddress] }])
    snapshot = snapshotIn(await anvil.rpc.ask(snapshotCalls))
  } catch (error) {
    await anvil.close()
    throw error
  }
  let lastUsed = Date.now()
  let isUnkept = false
  const later: RpcCall[] = []
  const answers = openLruMap<string, RpcAnswer>({ maxEntries: rememberedLimit })
  const remembered = openLruMap<string, true>({ maxEntries: rememberedLimit })
  const isNew = (call: RpcCall) => {
    const key = JSON.stringify(call)
    if (remembered.has(key)) return false
    remembered.set(key, true)
    return true
  }
  let death: BaseError | null = null
  void anvil.gone.then((error) => {
    death = error
  })
  return {
    anvil,
    async check() {
      if (death !== null) throw death
      if (Date.now() - lastUsed > checkAfterMs) {
        await anvil.rpc.ask([{ method: 'eth_blockNumber', params: [] }])
      }
      lastUsed = Date.now()
    },
    async remember(call) {
      const isUnknown = isNew(call)
      const [answer] = await anvil.rpc.ask([call])
      isUnkept ||= isUnknown
      return answer
    },
    async change(calls) {
      if (!isUnkept) return anvil.rpc.ask(calls)
      // A snapshot waits for nothing, so that it is taken before what follows it in the batch.
      const answers = await anvil.rpc.ask([...snapshotCalls, ...calls])
      snapshot = snapshotIn(answers)
      isUnkept = false
      return answers.slice(snapshotCalls.length)
    },
    replay(call) {
      if (isNew(call)) later.push(call)
    },
    async recall(call) {
      const key = JSON.stringify(call)
      const cached = answers.get(key)
      if (cached !== undefined) return cached
      const [answer] = await anvil.rpc.ask([call])
      if (answer?.ok === true) answers.set(key, answer)
      return answer
    },
    async reset() {
      const back = { method: 'evm_revert', params: [snapshot] }
      // A transaction that was sent and not mined survives the way back.
      const [dropped, undone, headAnswer] = await anvil.rpc.ask([dropCall, back, headCall])
      parseAnswer(readAnything, dropCall, dropped)
      const head = parseAnswer(readQuantity, headCall, headAnswer)
      if (!parseAnswer(readFlag, back, undone) || head !== block.number) {
        throw new ForkNotUndoneError()
      }
      // Not with the others: while Anvil waits for its node, it goes on with the rest of a batch.
      const calls = later.splice(0)
      if (calls.length > 0) await anvil.rpc.ask(calls)
      isUnkept = false
      snapshot = snapshotIn(await anvil.rpc.ask(snapshotCalls))
      lastUsed = Date.now()
    },
    close: () => anvil.close(),
  }
}

/** Tells whether work on a fork failed because the fork is gone or stuck. */
export async function isDead(fork: WarmFork, error: unknown): Promise<boolean> {
  if (error instanceof IpcClosedError || error instanceof IpcTimeoutError) return true
  const now = Symbol('now')
  return (await Promise.race([fork.anvil.gone, Promise.resolve(now)])) !== now
}

const readFlag = readerOf(Type.Boolean())
const readNull = readerOf(Type.Null())
const readNodeInfo = readerOf(Type.Object({ hardFork: Type.String({ pattern: '^[A-Za-z]+$' }) }))

/**
 * Names the rules that an Anvil runs by, for its fork to count gas as it does. Of a public chain the
 * fork knows them by itself.
 */
async function rulesOf(url: string): Promise<readonly string[]> {
  const rpc = openHttpRpc({ endpoints: [url], retries: 0 })
  try {
    const [answer] = await rpc.ask([{ method: 'anvil_nodeInfo', params: [] }])
    const info = readNodeInfo(answer?.ok === true ? answer.value : null)
    return info.ok ? ['--hardfork', info.value.hardFork.toLowerCase()] : []
  } catch (error) {
    // Whether there is a node at all is for the fork to find out.
    if (error instanceof BaseError) return []
    throw error
  } finally {
    await rpc.close()
  }
}

const dropCall: RpcCall = { method: 'anvil_dropAllTransactions', params: [] }
const headCall: RpcCall = { method: 'eth_blockNumber', params: [] }

/** A snapshot is good for one return; gas is free in the block after it. */
const snapshotCalls: readonly RpcCall[] = [
  { method: 'evm_snapshot', params: [] },
  { method: 'anvil_setNextBlockBaseFeePerGas', params: ['0x0'] },
]

function snapshotIn([snapshot, freed]: readonly RpcAnswer[]): string {
  parseAnswer(readNull, snapshotCalls[1]!, freed)
  return parseAnswer(readText, snapshotCalls[0]!, snapshot)
}

/** A fork ended, or answered no more, in the middle of its work. */
export class ForkDiedError extends BaseError {
  override readonly code = 'fork_died'
  override readonly kind = 'unavailable'

  constructor(block: BlockRef, cause: unknown) {
    super({
      message: `The fork of block ${block.number} died before it was done. Ask again: the pool starts a new one.`,
      facts: { block: String(block.number), hash: block.hash },
      cause,
      retryable: true,
    })
  }
}

/** A fork did not go back to what it was; it is given up. */
export class ForkNotUndoneError extends BaseError {
  override readonly code = 'fork_not_undone'
  override readonly kind = 'unavailable'

  constructor() {
    super({
      message: 'The fork did not undo the transaction. Ask again: the pool starts a new one.',
      retryable: true,
    })
  }
}
