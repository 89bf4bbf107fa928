import type { Address } from '@vaultwright/base'
import { nativeAsset } from '@vaultwright/registry'
import { balanceReading, type Measurement } from './measurement.ts'
import type { Transfer } from './transfer.ts'

/** What became of a holder's balance, measured, beside what the logs say. */
export type BalanceChange = {
  /** The token; 0xEeee…EEeE for the chain's own coin. */
  readonly token: Address
  readonly holder: Address
  /** Base units, or how many of an ERC-721. */
  readonly before: bigint
  readonly after: bigint
  /** After less before. */
  readonly change: bigint
  /** What the transfers add up to for the holder. */
  readonly logged: bigint
  /** Whether the two agree. */
  readonly isReconciled: boolean
}

/**
 * Works out what became of one balance.
 *
 * @param token - the token.
 * @param holder - whose.
 * @param seen - the readings and the transfers.
 * @returns the change; null when the token does not answer, before or after.
 */
export function balanceChangeOf(
  token: Address,
  holder: Address,
  seen: { readonly measurement: Measurement; readonly transfers: readonly Transfer[] },
): BalanceChange | null {
  const found = seen.measurement.get(balanceReading(token, holder).key)
  if (found === undefined || found.before === null || found.after === null) return null
  const { before, after } = found
  const change = after - before
  const logged = loggedOf(token, holder, seen.transfers)
  return { token, holder, before, after, change, logged, isReconciled: change === logged }
}

/**
 * Lists what became of a holder's balances.
 *
 * @param holder - the vault.
 * @param tokens - what may be tokens.
 * @param seen - the readings, the transfers, and the tokens that are wanted even when they did not move.
 * @returns a line for each token that moved, by a measure or a log; the chain's own coin first.
 */
export function balanceChangesOf(
  holder: Address,
  tokens: readonly Address[],
  seen: {
    readonly measurement: Measurement
    readonly transfers: readonly Transfer[]
    readonly watch: readonly Address[]
  },
): readonly BalanceChange[] {
  const sorted = [...tokens].sort((one, other) =>
    one.toLowerCase() < other.toLowerCase() ? -1 : 1,
  )
  return [nativeAsset, ...sorted].flatMap((token) => {
    const line = balanceChangeOf(token, holder, seen)
    if (line === null) return []
    const isNamed = seen.transfers.some(
      (one) => one.token === token && (one.from === holder || one.to === holder),
    )
    const isWanted = line.change !== 0n || isNamed || seen.watch.includes(token)
    return isWanted ? [line] : []
  })
}

function loggedOf(token: Address, holder: Address, transfers: readonly Transfer[]): bigint {
  let sum = 0n
  for (const one of transfers) {
    if (one.token !== token) continue
    const amount = one.amount ?? 1n
    if (one.to === holder) sum += amount
    if (one.from === holder) sum -= amount
  }
  return sum
}
