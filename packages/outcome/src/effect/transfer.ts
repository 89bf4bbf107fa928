import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { nativeAsset } from '@vaultwright/registry'
import type { NativeMove } from '../trace/call-frame.ts'
import type { DecodedLog, SimulatedLog } from '../trace/simulated-log.ts'

/** A transfer in the logs and the trace, not yet measured. */
export type Transfer = {
  /** `native` is the chain's own coin, `wrapped` its wrapping (from the zero address) and unwrapping (to it). */
  readonly standard: 'erc20' | 'native' | 'wrapped' | 'erc721' | 'erc1155'
  /** The token; 0xEeee…EEeE for the chain's own coin. */
  readonly token: Address
  readonly from: Address
  readonly to: Address
  /** Base units; null for an ERC-721, which is one. */
  readonly amount: bigint | null
  /** The id, of an ERC-721 or ERC-1155. */
  readonly id: bigint | null
  /** The log that tells it; null when the trace does. */
  readonly logIndex: number | null
}

/**
 * Lists what moved: what logs tell in their order, then the chain's own coin in its order.
 *
 * A `Deposit` or `Withdrawal` counts as wrapping only when as much of the coin moved to or from the
 * very contract, and no `Transfer` log tells it already: staking contracts have events of that name.
 */
export function transfersOf(
  logs: readonly SimulatedLog[],
  native: readonly NativeMove[],
): readonly Transfer[] {
  const plain = logs.flatMap((log) =>
    log.decoded === null ? [] : standardTransfersOf(log, log.decoded),
  )
  const wrapped = logs
    .flatMap((log) => (log.decoded === null ? [] : wrappingTransfersOf(log, log.decoded)))
    .filter(({ token, from, amount }) =>
      native.some(
        (move) => move.amount === amount && (from === zeroAddress ? move.to : move.from) === token,
      ),
    )
    .filter(
      (one) =>
        !plain.some(
          ({ token, from, to, amount }) =>
            token === one.token && from === one.from && to === one.to && amount === one.amount,
        ),
    )
  const coins = native.map(
    ({ from, to, amount }): Transfer => ({
      standard: 'native',
      token: nativeAsset,
      from,
      to,
      amount,
      id: null,
      logIndex: null,
    }),
  )
  return [...[...plain, ...wrapped].sort((one, other) => one.logIndex! - other.logIndex!), ...coins]
}

type TransferParties = { readonly from: Address; readonly to: Address }

function standardTransfersOf(
  log: SimulatedLog,
  { name, arguments: args }: DecodedLog,
): readonly Transfer[] {
  const { from, to, id, value } = args as TransferParties & { id?: bigint; value?: bigint }
  const base = { token: log.address, from, to, logIndex: log.index }
  if (name === 'Transfer' && value !== undefined) {
    return [{ ...base, standard: 'erc20', amount: value, id: null }]
  }
  if (name === 'Transfer' && id !== undefined) {
    return [{ ...base, standard: 'erc721', amount: null, id }]
  }
  if (name === 'TransferSingle') {
    return [{ ...base, standard: 'erc1155', amount: value ?? null, id: id ?? null }]
  }
  if (name !== 'TransferBatch') return []
  const { ids, values } = args as { ids?: readonly bigint[]; values?: readonly bigint[] }
  return (ids ?? []).map((one, index) => ({
    ...base,
    standard: 'erc1155',
    amount: values?.[index] ?? null,
    id: one,
  }))
}

function wrappingTransfersOf(
  log: SimulatedLog,
  { name, arguments: args }: DecodedLog,
): readonly Transfer[] {
  const { dst, src, wad } = args as { dst?: Hex; src?: Hex; wad?: bigint }
  if (wad === undefined) return []
  const base = { standard: 'wrapped', token: log.address, amount: wad, id: null } as const
  if (name === 'Deposit' && dst !== undefined) {
    return [{ ...base, from: zeroAddress, to: dst, logIndex: log.index }]
  }
  if (name === 'Withdrawal' && src !== undefined) {
    return [{ ...base, from: src, to: zeroAddress, logIndex: log.index }]
  }
  return []
}
