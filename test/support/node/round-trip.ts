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

/** Questions that go together, and whose answers come together, as over a line where each takes as long. */
type Trip = {
  readonly leaves: Promise<void>
  readonly arrives: Promise<void>
  readonly arrive: () => void
  awaited: number
}

/** Enough for a question that another thread prepares; answers that come together ask on at one time. */
const gatherMs = 20

/** Counts round trips that follow each other, whatever the machine is busy with. */
export function openRoundTrips(): RoundTrips {
  let trips = 0
  let next: Trip | null = null
  let methods: string[] = []
  const openTrip = (): Trip => {
    trips++
    const leaves = new Promise<void>((leave) => {
      setTimeout(() => {
        next = null
        leave()
      }, gatherMs)
    })
    let arrive = () => {}
    const arrives = new Promise<void>((resolve) => {
      arrive = resolve
    })
    return { leaves, arrives, arrive, awaited: 0 }
  }
  const inTrip = async <T>(ask: () => Promise<T>): Promise<T> => {
    next ??= openTrip()
    const trip = next
    trip.awaited++
    await trip.leaves
    try {
      return await ask()
    } finally {
      trip.awaited--
      if (trip.awaited === 0) trip.arrive()
      await trip.arrives
    }
  }
  const countedOf = (rpc: Rpc): Rpc => ({
    ...rpc,
    ask: async (calls) => {
      methods.push(...calls.map(({ method }) => method))
      return inTrip(() => rpc.ask(calls))
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
            remember: (call) => inTrip(() => fork.remember(call)),
            change: async (calls) => {
              methods.push(...calls.map(({ method }) => method))
              return inTrip(() => fork.change(calls))
            },
            recall: (call) => inTrip(() => fork.recall(call)),
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
