import type { Chain, ForkPool, Rpc } from '@vaultwright/chain'

/** The number of times the program waited for a node: questions during a wait go together. */
export type RoundTrips = {
  readonly chainOf: (chain: Chain) => Chain
  /** Counts all that is asked of a node, also by a chain that is opened on it. */
  readonly rpcOf: (rpc: Rpc) => Rpc
  /** Counts what a fork is asked; what the pool does by itself is not waited for. */
  readonly poolOf: (pool: ForkPool) => ForkPool
  /** Sequential round trips, and questions by method, since the last time. */
  readonly take: () => {
    readonly trips: number
    readonly byMethod: Readonly<Record<string, number>>
  }
}

/** Long enough that all that is asked at one time is asked before the first answer. */
const gatherMs = 20

/** Counts round trips that follow each other, whatever the machine is busy with. */
export function openRoundTrips(): RoundTrips {
  let trips = 0
  let waiting: (() => void)[] = []
  let methods: string[] = []
  const gather = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve)
      if (waiting.length > 1) return
      trips++
      setTimeout(() => {
        const all = waiting
        waiting = []
        for (const go of all) go()
      }, gatherMs)
    })
  const countedOf = (rpc: Rpc): Rpc => ({
    ...rpc,
    ask: async (calls) => {
      methods.push(...calls.map(({ method }) => method))
      await gather()
      return rpc.ask(calls)
    },
  })
  return {
    rpcOf: countedOf,
    chainOf: (chain) => {
      const rpc = countedOf(chain.rpc)
      return { ...chain, rpc }
    },
    poolOf: (pool) => ({
      ...pool,
      run: (place, work) =>
        pool.run(place, (fork) => {
          const rpc = countedOf(fork.rpc)
          return work({
            ...fork,
            rpc,
            remember: async (call) => {
              await gather()
              return fork.remember(call)
            },
            change: async (calls) => {
              methods.push(...calls.map(({ method }) => method))
              await gather()
              return fork.change(calls)
            },
            recall: async (call) => {
              await gather()
              return fork.recall(call)
            },
          })
        }),
    }),
    take: () => {
      const byMethod: Record<string, number> = {}
      for (const method of methods) byMethod[method] = (byMethod[method] ?? 0) + 1
      const taken = { trips, byMethod }
      trips = 0
      methods = []
      return taken
    },
  }
}
