import type { Hex } from '@vaultwright/base'
import type { Hold } from '@vaultwright/outcome'
import { useEffect, useState } from 'react'
import { askReplay } from './ask-replay.ts'
import type { ReplayInput } from './replay-question.ts'

/** A witness and a newer state: each with its hash as a person gave it, null while something is missing. */
export type HoldInput = ReplayInput & {
  readonly state: string | null
  readonly stateHash: Hex | null
}

/** The progress of a comparison with a newer state. */
export type HoldState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running' }
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'compared'; readonly hold: Hold }

/** Compares what a simulation read with a newer state, as soon as the newer block's hash is there. */
export function useHold({ witness, blockHash, state, stateHash }: HoldInput): HoldState {
  const [settled, setSettled] = useState<{ readonly of: string; readonly state: HoldState } | null>(
    null,
  )
  const of = `${blockHash} ${stateHash} ${state}`
  useEffect(() => {
    if (state === null || stateHash === null) return
    let isCurrent = true
    const settle = (next: HoldState) => {
      if (isCurrent) setSettled({ of: `${blockHash} ${stateHash} ${state}`, state: next })
    }
    askReplay({ kind: 'hold', witness, blockHash, state, stateHash }).then(
      (hold) => settle({ kind: 'compared', hold }),
      (error: unknown) => settle({ kind: 'refused', error }),
    )
    return () => {
      isCurrent = false
    }
  }, [witness, blockHash, state, stateHash])
  if (state === null || stateHash === null) return { kind: 'waiting' }
  return settled?.of === of ? settled.state : { kind: 'running' }
}
