import { BaseError, zeroAddress } from '@vaultwright/base'
import { z } from 'zod'
import { parseAnswer } from './answer.ts'
import { type Anvil, openAnvil } from './anvil.ts'
import { type BlockRef, ReorgError, readHeader } from './block.ts'
import { openHttpRpc } from './http-rpc.ts'
import { IpcClosedError, IpcTimeoutError } from './ipc-rpc.ts'
import type { Rpc, RpcAnswer, RpcCall } from './rpc.ts'

/** What is forked, and where. */
export type ForkPlace = {
  readonly chainId: number
  readonly block: BlockRef
  /** The node whose state it is. */
  readonly url: string
}

/** A fork that is ready. */
export type WarmFork = {
  readonly anvil: Anvil
  /** Makes sure that it lives; asks it when it has not been used for a while. */
  readonly check: () => Promise<void>
  /**
   * Asks what changes nothing, and keeps what the fork fetched for it: going back to a snapshot
   * forgets what was fetched after the snapshot.
   */
  readonly remember: (calls: readonly RpcCall[]) => Promise<readonly RpcAnswer[]>
  /** Has a question asked once more after the next way back, for the same reason. */
  readonly replay: (call: RpcCall) => void
  /** Undoes everything since it was opened, last remembered or last reset. */
  readonly reset: () => Promise<void>
  readonly close: () => Promise<void>
}

/** A fork that has been used more recently is believed to be well. */
const checkAfterMs = 5000

/**
 * Starts a fork of a block and makes it a machine for simulations: gas is free, the block's
 * beneficiary is nobody, and whoever is named as sender may send.
 *
 * @param place - what is forked.
 * @param timeoutMs - how long one question to it may take.
 * @returns the fork.
 * @throws {ReorgError} when the node has another block of that number.
 * @throws {AnvilExitError} when Anvil does not start.
 */
export async function openFork(place: ForkPlace, timeoutMs: number): Promise<WarmFork> {
  const { block, chainId, url } = place
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
    await anvil.rpc.ask([
      { method: 'anvil_setCoinbase', params: [zeroAddress] },
      { method: 'anvil_setLoggingEnabled', params: [false] },
    ])
    snapshot = await takeSnapshot(anvil.rpc)
  } catch (error) {
    await anvil.close()
    throw error
  }
  let seen = Date.now()
  const later: RpcCall[] = []
  let death: BaseError | null = null
  void anvil.gone.then((error) => {
    death = error
  })
  return {
    anvil,
    async check() {
      if (death !== null) throw death
      if (Date.now() - seen > checkAfterMs) {
        await anvil.rpc.ask([{ method: 'eth_blockNumber', params: [] }])
      }
      seen = Date.now()
    },
    async remember(calls) {
      const answers = await anvil.rpc.ask(calls)
      snapshot = await takeSnapshot(anvil.rpc)
      return answers
    },
    replay: (call) => void later.push(call),
    async reset() {
      const call = { method: 'evm_revert', params: [snapshot] }
      const [answer] = await anvil.rpc.ask([call])
      if (!parseAnswer(z.boolean(), call, answer)) throw new ForkNotUndoneError()
      const calls = later.splice(0)
      if (calls.length > 0) await anvil.rpc.ask(calls)
      snapshot = await takeSnapshot(anvil.rpc)
      seen = Date.now()
    },
    close: () => anvil.close(),
  }
}

/**
 * Tells whether work on a fork failed because the fork is gone or stuck.
 *
 * @param fork - the fork.
 * @param error - what the work failed with.
 * @returns true when the fork is to blame.
 */
export async function isDead(fork: WarmFork, error: unknown): Promise<boolean> {
  if (error instanceof IpcClosedError || error instanceof IpcTimeoutError) return true
  const now = Symbol('now')
  return (await Promise.race([fork.anvil.gone, Promise.resolve(now)])) !== now
}

const nodeInfo = z.object({ hardFork: z.string().regex(/^[A-Za-z]+$/) })

/**
 * Names the rules that an Anvil runs by, for its fork to count gas as it does. Of a public chain the
 * fork knows them by itself.
 */
async function rulesOf(url: string): Promise<readonly string[]> {
  const rpc = openHttpRpc({ endpoints: [url], retries: 0 })
  try {
    const [answer] = await rpc.ask([{ method: 'anvil_nodeInfo', params: [] }])
    const info = nodeInfo.safeParse(answer?.ok === true ? answer.value : null)
    return info.success ? ['--hardfork', info.data.hardFork.toLowerCase()] : []
  } catch (error) {
    // Whether there is a node at all is for the fork to find out.
    if (error instanceof BaseError) return []
    throw error
  } finally {
    await rpc.close()
  }
}

/** A snapshot is good for one return; gas is free in the block after it. */
async function takeSnapshot(rpc: Rpc): Promise<string> {
  const call = { method: 'evm_snapshot', params: [] }
  const free = { method: 'anvil_setNextBlockBaseFeePerGas', params: ['0x0'] }
  const [answer, freed] = await rpc.ask([call, free])
  parseAnswer(z.null(), free, freed)
  return parseAnswer(z.string(), call, answer)
}

/** A fork ended, or answered no more, in the middle of its work. */
export class ForkDiedError extends BaseError {
  override readonly code = 'fork_died'

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

  constructor() {
    super({
      message: 'The fork did not undo the transaction. Ask again: the pool starts a new one.',
      retryable: true,
    })
  }
}
