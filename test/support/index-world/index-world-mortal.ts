import type { Rpc } from '@vaultwright/chain'
import type { Store } from '@vaultwright/store'

/** Something that can be killed: whatever it touches afterwards never answers it, and has no effect. */
export type MortalProcess = {
  readonly isOver: () => boolean
  /** Resolves at the end. */
  readonly over: Promise<void>
  readonly end: () => void
  /** Steps that were taken: questions to a node, and acts of the store. */
  readonly steps: () => number
  /** Resolves when what had been begun at the end is done. */
  readonly still: () => Promise<void>
  readonly storeOf: (store: Store) => Store
  readonly rpcOf: (rpc: Rpc) => Rpc
}

type ProcessStep = (...values: never[]) => Promise<unknown>

/**
 * Begins a life.
 *
 * @param last - the step at which it ends by itself, before or after what the step does; null for none.
 */
export function beginMortalProcess(last: number | null): MortalProcess {
  const underWay = new Set<Promise<unknown>>()
  let finish = () => {}
  const over = new Promise<void>((resolve) => {
    finish = resolve
  })
  let isOver = false
  let steps = 0
  const end = () => {
    isOver = true
    finish()
  }
  const step = async <Value>(act: () => Promise<Value>): Promise<Value> => {
    const step = ++steps
    // An even step is done and not heard of, an odd one not even done.
    if (step === last && step % 2 === 1) end()
    if (isOver) return silence()
    const done = act()
    underWay.add(done)
    try {
      const value = await done
      if (step === last) end()
      return isOver ? silence() : value
    } catch (error) {
      if (isOver) return silence()
      throw error
    } finally {
      underWay.delete(done)
    }
  }
  const partOf = (part: object): object =>
    Object.fromEntries(
      Object.entries(part as Readonly<Record<string, ProcessStep>>).map(([name, act]) => [
        name,
        (...values: never[]) => step(() => act(...values)),
      ]),
    )
  return {
    isOver: () => isOver,
    over,
    end,
    steps: () => steps,
    still: async () => {
      await Promise.allSettled(underWay)
    },
    storeOf: (store) =>
      Object.fromEntries(
        Object.entries(store).map(([name, part]) => [
          name,
          typeof part === 'object' ? partOf(part) : part,
        ]),
      ) as Store,
    rpcOf: (rpc) => ({ ...rpc, ask: (calls) => step(() => rpc.ask(calls)) }),
  }
}

function silence(): Promise<never> {
  return new Promise(() => {})
}
