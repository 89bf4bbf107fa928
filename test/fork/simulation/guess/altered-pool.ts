import type { ForkPool, RpcAnswer, RpcCall } from '@vaultwright/chain'

/** Answers what changes a fork, where `ask` has the fork answer in one batch, in order. */
export type ChangeAlteration = (
  calls: readonly RpcCall[],
  ask: (calls: readonly RpcCall[]) => Promise<readonly RpcAnswer[]>,
) => Promise<readonly RpcAnswer[]>

/** A pool whose forks answer otherwise when they are changed. */
export function poolWith(pool: ForkPool, alter: ChangeAlteration): ForkPool {
  return {
    ...pool,
    run: (place, work) =>
      pool.run(place, (fork) =>
        work({ ...fork, change: (calls) => alter(calls, (some) => fork.change(some)) }),
      ),
  }
}

/** Answers what is read before the transaction is mined, in the same batch, otherwise. */
export function withEarlyRead(
  alter: (
    call: RpcCall,
    ask: (calls: readonly RpcCall[]) => Promise<readonly RpcAnswer[]>,
  ) => Promise<RpcAnswer>,
): ChangeAlteration {
  return async (calls, ask) => {
    const early = calls.find(({ method }) => method === 'debug_traceCall')
    if (early === undefined) return ask(calls)
    const answers = await ask(calls.filter((call) => call !== early))
    const answer = await alter(early, ask)
    return [answer, ...answers]
  }
}
