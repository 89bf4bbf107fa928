import { type Address, isSameAddress, printUnits } from '@vaultwright/base'
import type { Simulation } from '@vaultwright/outcome'
import type { SourcedUnit, UnitLookup } from '@vaultwright/registry'
import type { SimulationPageRun } from '@vaultwright/wire'
import type { TokenFlow } from './flow.ts'

type BalanceLine = SimulationPageRun['balances'][number]
type ApprovalLine = SimulationPageRun['approvals'][number]

/** The part of a run that an engine measured: changed balances, and allowances left. */
export type MeasuredRun = {
  readonly balances: readonly Pick<BalanceLine, 'holder' | 'token_address' | 'raw_change'>[]
  readonly approvals: readonly Pick<
    ApprovalLine,
    'owner' | 'token_address' | 'spender' | 'raw_amount' | 'is_unlimited'
  >[]
}

/** Writes the result of an engine as a record has it, as far as totals need it. */
export function measuredRunOf({
  balances,
  approvals,
}: Pick<Simulation, 'balances' | 'approvals'>): MeasuredRun {
  return {
    balances: balances.map(({ holder, token, change }) => ({
      holder,
      token_address: token,
      raw_change: String(change),
    })),
    approvals: approvals.map(({ owner, token, spender, amount, isUnlimited }) => ({
      owner,
      token_address: token,
      spender,
      raw_amount: amount === null ? null : String(amount),
      is_unlimited: isUnlimited,
    })),
  }
}

/** Reads what one engine measured of a vault: balances that changed, and allowances that are left. */
export function flowsOfRun(
  { balances, approvals }: MeasuredRun,
  vault: Address,
): readonly TokenFlow[] {
  const isVault = (account: string) => isSameAddress(account as Address, vault)
  const moves = balances.flatMap(({ holder, token_address, raw_change }): readonly TokenFlow[] => {
    const change = BigInt(raw_change)
    if (!isVault(holder) || change === 0n) return []
    const kind = change < 0n ? 'leaves' : 'enters'
    const amount = change < 0n ? -change : change
    const token = token_address as Address
    return [{ kind, token, amount, bound: 'exact', puller: null, to: null }]
  })
  const allowed = approvals.flatMap(
    ({ owner, token_address, spender, raw_amount, is_unlimited }): readonly TokenFlow[] => {
      if (!isVault(owner)) return []
      const amount = raw_amount === null ? null : BigInt(raw_amount)
      const pair = { token: token_address as Address, spender: spender as Address }
      return [{ kind: 'approves', ...pair, amount, isUnlimited: is_unlimited, until: null }]
    },
  )
  return [...moves, ...allowed]
}

/** Finds the units that a service printed a run with: its own word, for tokens that nothing else knows. */
export function unitsOfRun({
  balances,
  transfers,
  approvals,
}: Pick<SimulationPageRun, 'balances' | 'transfers' | 'approvals'>): UnitLookup {
  const amounts = [
    ...balances.map((line) => ({ ...line, amount: line.change, raw_amount: line.raw_change })),
    ...transfers,
    ...approvals,
  ]
  const units = new Map<string, SourcedUnit>()
  for (const { token, token_address, amount, raw_amount } of amounts) {
    const decimals = amount === null || raw_amount === null ? null : decimalsOf(amount, raw_amount)
    if (token === null || decimals === null) continue
    units.set(token_address.toLowerCase(), { symbol: token, decimals, source: 'service' })
  }
  return (address) => units.get(address.toLowerCase()) ?? null
}

/**
 * Finds the decimals by which base units print as an amount.
 *
 * @param amount - display units, as an answer has them; commas between thousands are taken.
 * @param raw - base units, decimal.
 * @returns null where none does, and where every number does.
 */
export function decimalsOf(amount: string, raw: string): number | null {
  const plain = amount.replaceAll(',', '')
  const value = BigInt(raw)
  if (value === 0n) return null
  for (let decimals = 0; decimals <= 36; decimals++) {
    if (printUnits(value, decimals) === plain) return decimals
  }
  return null
}
