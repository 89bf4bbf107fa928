import { BaseError } from '@vaultwright/base'
import type { BlockRef } from '@vaultwright/outcome'
import { HistoryPrunedError, RpcRefusedError } from '../rpc/refusal.ts'
import type { Rpc, RpcAnswer, RpcCall } from '../rpc/rpc.ts'
import { ForkDiedError, type ForkTarget, isDead, openFork, type WarmFork } from './fork.ts'

/** A fork that is lent for one piece of work; the pool undoes afterwards what the work did. */
export type Fork = {
  /** The port to the fork. */
  readonly rpc: Rpc
  readonly block: BlockRef
  /** The version that the fork reports. */
  readonly version: string
  /**
   * Asks what changes nothing; what the fork fetches for it from its node is not fetched again once the
   * next change follows.
   */
  readonly remember: (call: RpcCall) => Promise<RpcAnswer | undefined>
  /** Asks what changes the fork; without calls it only marks what the work is undone to. */
  readonly change: (calls: readonly RpcCall[]) => Promise<readonly RpcAnswer[]>
  /** Asks about the forked block; the fork knows the answer the second time. */
  readonly recall: (call: RpcCall) => Promise<RpcAnswer | undefined>
  /** Has a question asked once more when the work is undone, so that its fetches are kept too. */
  readonly replay: (call: RpcCall) => void
}

/** Warm forks, at most so many, each lent to one at a time. */
export type ForkPool = {
  /**
   * Lends a fork of a chain at a block and undoes what the work did. Work that throws anything but a
   * refusal of the fork costs the fork, so that nothing it left behind is ever seen. Throws ForkDiedError, ForkQueueFullError, ForkPoolClosedError.
   */
  readonly run: <Result>(
    place: { readonly chainId: number; readonly block: BlockRef },
    work: (fork: Fork) => Promise<Result>,
  ) => Promise<Result>
  /** Starts a fork that is not asked for yet. */
  readonly warm: (place: { readonly chainId: number; readonly block: BlockRef }) => Promise<void>
  /** The current contents of the pool. */
  readonly stats: () => ForkPoolStats
  /** Ends every fork and refuses who waits; a second call does nothing. */
  readonly close: () => Promise<void>
}

/** The contents of a pool. */
type ForkPoolStats = {
  readonly forks: number
  readonly busy: number
  readonly waiting: number
  /** Forks started since the pool was opened. */
  readonly started: number
  /** Process ids of the forks that are ready. */
  readonly pids: readonly number[]
}

/** Options of a pool. */
type ForkPoolOptions = {
  /** By chain id: the node whose state is forked, or several, each tried when those before fail. */
  readonly upstreams: Readonly<Record<number, string | readonly string[]>>
  /** Forks at most. 2 when not said. */
  readonly size?: number
  /** The maximum number that may wait. Default: 1000. */
  readonly queue?: number
  /** After how long without work a fork is ended, in milliseconds. A minute when not said. */
  readonly idleMs?: number
  /** The time one question to a fork may take, in milliseconds. Default: a minute. */
  readonly timeoutMs?: number
}

type PendingFork = {
  readonly place: ForkTarget
  readonly key: string
  readonly take: (slot: ForkSlot) => void
  readonly refuse: (error: Error) => void
}
type ForkSlot = {
  key: string
  fork: Promise<WarmFork>
  pid: number | null
  isBusy: boolean
  /** Served in a row while a caller with another block waits. */
  streak: number
  idle: NodeJS.Timeout | undefined
}

/** A waiter for another block is served after so many others at the latest. */
const longestStreak = 16

/**
 * Opens a pool of forks. Nothing starts before the first request.
 *
 * @param options - what is forked, how many forks, how many may wait.
 * @returns the pool; close it when done.
 */
export function openForkPool(options: ForkPoolOptions): ForkPool {
  const { size = 2, queue = 1000, idleMs = 60_000, timeoutMs = 60_000 } = options
  const slots = new Set<ForkSlot>()
  const ending = new Set<Promise<void>>()
  const waiters: PendingFork[] = []
  let started = 0
  let isClosed = false

  const retire = (slot: ForkSlot): Promise<void> => {
    slots.delete(slot)
    clearTimeout(slot.idle)
    const end = slot.fork.then(
      (fork) => fork.close(),
      () => {},
    )
    ending.add(end)
    return end.finally(() => {
      ending.delete(end)
      serve()
    })
  }

  const start = (place: ForkTarget, key: string): ForkSlot => {
    started++
    const fork = openFork(place, timeoutMs)
    const slot: ForkSlot = { key, fork, pid: null, isBusy: true, streak: 0, idle: undefined }
    slots.add(slot)
    fork.then(
      ({ anvil }) => {
        slot.pid = anvil.pid
        void anvil.gone.then(() => {
          if (slots.has(slot) && !slot.isBusy) void retire(slot)
        })
      },
      () => {},
    )
    return slot
  }

  /** The free fork of the key, else a new one in free room, else one in the room of an idle one. */
  const slotFor = ({ place, key }: PendingFork): ForkSlot | null => {
    const idle = [...slots].filter((slot) => !slot.isBusy)
    const same = idle.find((slot) => slot.key === key)
    if (same !== undefined) return same
    if (slots.size + ending.size < size) return start(place, key)
    const [oldest] = idle
    if (oldest !== undefined) void retire(oldest)
    return null
  }

  const serve = () => {
    while (waiters.length > 0) {
      const first = waiters[0]!
      const slot = slotFor(first)
      if (slot === null) return
      waiters.shift()
      lend(slot, first)
    }
  }

  const lend = (slot: ForkSlot, waiter: PendingFork) => {
    clearTimeout(slot.idle)
    slot.isBusy = true
    waiter.take(slot)
  }

  const release = (slot: ForkSlot) => {
    if (!slots.has(slot)) return
    slot.isBusy = false
    const index = waiters.findIndex(({ key }) => key === slot.key)
    if (index > 0 && slot.streak < longestStreak) {
      slot.streak++
      lend(slot, waiters.splice(index, 1)[0]!)
      return
    }
    slot.streak = 0
    // The set's order is the order of last use, so that the first idle one is the oldest.
    slots.delete(slot)
    slots.add(slot)
    slot.idle = setTimeout(() => void retire(slot), idleMs)
    slot.idle.unref()
    serve()
  }

  /** Restores the fork after the answer: the caller does not wait for it. */
  const restore = (slot: ForkSlot, fork: WarmFork) => {
    fork.reset().then(
      () => release(slot),
      () => void retire(slot),
    )
  }

  const acquire = (place: ForkTarget): Promise<ForkSlot> =>
    new Promise((take, refuse) => {
      if (isClosed) return refuse(new ForkPoolClosedError())
      if (waiters.length >= queue) return refuse(new ForkQueueFullError(queue))
      waiters.push({ place, key: `${place.chainId} ${place.block.hash}`, take, refuse })
      serve()
    })

  const run: ForkPool['run'] = async (at, work) => {
    const urls = [options.upstreams[at.chainId] ?? []].flat()
    if (urls.length === 0) throw new NoUpstreamError(at.chainId)
    const slot = await acquire({ ...at, urls })
    let fork: WarmFork | null = null
    try {
      fork = await slot.fork
      await fork.check()
      const { rpc, version } = fork.anvil
      const result = await work({
        rpc,
        version,
        block: at.block,
        remember: fork.remember,
        change: fork.change,
        recall: fork.recall,
        replay: fork.replay,
      })
      restore(slot, fork)
      return result
    } catch (error) {
      // A request that the fork refuses does not cost other callers the fork.
      const isRefusal = error instanceof RpcRefusedError || error instanceof HistoryPrunedError
      if (fork !== null && isRefusal) {
        restore(slot, fork)
        throw error
      }
      const died = fork !== null && (await isDead(fork, error))
      void retire(slot)
      if (isClosed) throw new ForkPoolClosedError()
      throw died ? new ForkDiedError(at.block, error) : error
    }
  }

  return {
    run,
    warm: (place) => run(place, async () => {}),
    stats: () => {
      const all = [...slots]
      const pids = all.flatMap(({ pid }) => (pid === null ? [] : [pid]))
      const busy = all.filter((slot) => slot.isBusy).length
      return { forks: all.length, busy, waiting: waiters.length, started, pids }
    },
    async close() {
      isClosed = true
      for (const waiter of waiters.splice(0)) waiter.refuse(new ForkPoolClosedError())
      for (const slot of [...slots]) void retire(slot)
      while (ending.size > 0) await Promise.all(ending)
    },
  }
}

/** More work waits for a fork than the pool may keep waiting. */
export class ForkQueueFullError extends BaseError {
  override readonly code = 'fork_queue_full'
  override readonly kind = 'overload'

  constructor(queue: number) {
    super({
      message: `${queue} simulations wait for a fork already. Try again later, or open a larger pool.`,
      facts: { queue },
      retryable: true,
    })
  }
}

/** The pool was closed. */
export class ForkPoolClosedError extends BaseError {
  override readonly code = 'fork_pool_closed'
  override readonly kind = 'bug'

  constructor() {
    super({ message: 'The pool of forks is closed. Open a new one.' })
  }
}

/** The pool does not know which node to fork for a chain. */
export class NoUpstreamError extends BaseError {
  override readonly code = 'no_fork_upstream'
  override readonly kind = 'bug'

  constructor(chainId: number) {
    super({
      message: `The pool of forks has no node of chain ${chainId} to fork. Name one in its upstreams.`,
      facts: { chainId },
    })
  }
}
