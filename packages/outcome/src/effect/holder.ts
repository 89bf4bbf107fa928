import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { type Call, droneTargetOf } from '@vaultwright/manager'
import { vaultSelectors } from '@vaultwright/registry'
import { type CallFrame, framesOf, settledFramesOf } from '../trace/call-frame.ts'
import { type Execution, plannedCallsOf } from '../trace/execution.ts'

/** A call that the vault or one of its drones makes. */
export type HolderCall = Call & { readonly from: Address }

/** The part of a transaction that names the calls in it, where there is no trace. */
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
  return [...new Set([vault, ...forwardersIn(settledFramesOf(execution.trace), vault)])]
}

/**
 * Lists the accounts that passed on what the vault called them with, byte for byte, to the account that the
 * calldata names: what their code did tells that they are drones, whether the transaction took effect or not.
 *
 * @returns null without a trace.
 */
export function dronesIn(vault: Address | null, { trace }: Execution): readonly Address[] | null {
  if (trace === null) return null
  return vault === null ? [] : forwardersIn(framesOf(trace), vault)
}

function forwardersIn(frames: readonly CallFrame[], vault: Address): readonly Address[] {
  const drones = frames.flatMap(({ type, from, to, input, calls }) => {
    const target = type === 'CALL' && isSameAddress(from, vault) ? droneTargetOf(input) : null
    if (target === null || to === null) return []
    const isPassed = calls.some(
      (inner) => inner.to !== null && isSameAddress(inner.to, target) && inner.input === input,
    )
    return isPassed ? [to] : []
  })
  return [...new Set(drones)]
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
