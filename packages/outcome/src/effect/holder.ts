import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { type Call, droneTargetOf } from '@vaultwright/manager'
import { vaultSelectors } from '@vaultwright/registry'
import { settledFramesOf } from '../trace/call-frame.ts'
import { type Execution, plannedCallsOf } from '../trace/execution.ts'

/** A call that the vault or one of its drones makes. */
export type HolderCall = Call & { readonly from: Address }

/** What of a transaction tells the calls in it, where there is no trace. */
type SentCall = { readonly to: Address; readonly data: Hex }

const vaultOnlySelectors: readonly Hex[] = [
  vaultSelectors.manage,
  vaultSelectors.manageBatch,
  vaultSelectors.enter,
  vaultSelectors.exit,
]

/**
 * Finds the vault of a transaction whose first target does not name it: a multisig that calls a
 * Manager, or an owner that calls the vault itself.
 *
 * @returns the first account that is asked for what vaults alone do; null when there is none.
 */
export function vaultInTrace({ trace }: Execution, request: SentCall): Address | null {
  const isForVault = (data: Hex) => vaultOnlySelectors.some((selector) => data.startsWith(selector))
  if (trace === null) return isForVault(request.data) ? request.to : null
  const frame = settledFramesOf(trace).find(
    ({ type, input }) => type === 'CALL' && isForVault(input),
  )
  return frame?.to ?? null
}

/** Lists the accounts whose tokens are the vault's: the vault, and the drones that it commands. */
export function holdersOf(
  vault: Address | null,
  execution: Execution,
  request: SentCall,
): readonly Address[] {
  if (vault === null || !execution.isSuccess) return vault === null ? [] : [vault]
  if (execution.trace === null) {
    const planned = plannedCallsOf(request.data).filter(({ data }) => droneTargetOf(data) !== null)
    return [...new Set([vault, ...planned.map(({ target }) => target)])]
  }
  const drones = settledFramesOf(execution.trace)
    .filter(({ type, from, to }) => type === 'CALL' && from === vault && to !== null)
    .filter(({ input, calls }) => {
      const target = droneTargetOf(input)
      return target !== null && calls.some(({ to }) => to !== null && isSameAddress(to, target))
    })
    .map(({ to }) => to!)
  return [...new Set([vault, ...drones])]
}

/**
 * Lists the calls that the vault and its drones made.
 *
 * @returns the calls in their order, those in flash loans included.
 */
export function holderCallsIn(
  execution: Execution,
  holders: readonly Address[],
  request: SentCall,
): readonly HolderCall[] {
  const [vault] = holders
  if (vault === undefined) return []
  if (execution.trace === null) {
    if (!execution.isSuccess) return []
    return plannedCallsOf(request.data).flatMap(({ target, data, value }): HolderCall[] => {
      const call = { from: vault, target, data, value }
      const behind = droneTargetOf(data)
      return behind === null ? [call] : [call, { from: target, target: behind, data, value }]
    })
  }
  return settledFramesOf(execution.trace)
    .filter(({ type, from, to }) => type === 'CALL' && holders.includes(from) && to !== null)
    .map(({ from, to, input, value }) => ({ from, target: to!, data: input, value }))
}
