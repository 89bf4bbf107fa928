import type { ControlState } from '../model/state.ts'
import { applyCall, type ChangingState } from './apply-call.ts'
import type { WaitingOperation } from './operation.ts'

/** Rounds of operations that are refused until others have run. */
const mostRounds = 8

/**
 * Runs operations in their order, each with all of its calls or none. One that is refused is tried again behind the
 * others, for they may give its timelock the right.
 *
 * @returns the same accounts as they are then; null if a call is not known, or cannot be followed.
 */
export function applyOperations(
  accounts: ControlState,
  operations: readonly WaitingOperation[],
): ControlState | null {
  let state: ChangingState = new Map(accounts)
  let pending = operations
  for (let round = 0; pending.length > 0; round++) {
    if (round === mostRounds) return null
    const refused: WaitingOperation[] = []
    for (const operation of pending) {
      const { timelock: by, calls } = operation
      if (calls === null) return null
      const next = new Map(state)
      const effects = calls.map(({ target, data }) => applyCall(next, { by, target, data }))
      if (effects.includes('unknown')) return null
      if (effects.includes('refused')) refused.push(operation)
      else state = next
    }
    if (refused.length === pending.length) break
    pending = refused
  }
  return new Map([...state].filter(([address]) => accounts.has(address)))
}
