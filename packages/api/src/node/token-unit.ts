import { type Address, BaseError } from '@vaultwright/base'
import { MissingDecimalsError, type Simulation, type Token } from '@vaultwright/chain'
import type { KnownFacts } from '@vaultwright/protocols'
import { chainOf, nativeAsset } from '@vaultwright/registry'
import type { Ledger } from '@vaultwright/wire'
import type { ChainAccess } from './chain-access.ts'

/** The unit of amounts; null if unknown. */
export type LedgerUnits = Ledger['units']

type LedgerUnit = NonNullable<ReturnType<LedgerUnits['get']>>

const unknownUnit: LedgerUnit = { symbol: null, decimals: null }

/**
 * Finds symbols and decimals of everything that simulations count: what is known first, then what the
 * tokens say, all in one round trip.
 *
 * @returns the units, the chain's own coin among them; what cannot be read is not known.
 */
export async function readUnits(
  simulations: readonly Simulation[],
  { access, known }: { readonly access: ChainAccess; readonly known: KnownFacts['tokenOf'] },
): Promise<LedgerUnits> {
  const symbol = chainOf(access.chainId)?.nativeSymbol ?? null
  const units = new Map<string, LedgerUnit>([[nativeAsset.toLowerCase(), { symbol, decimals: 18 }]])
  const named = simulations.flatMap(({ transfers, approvals, balances }) =>
    [...transfers, ...approvals, ...balances].map(({ token }) => token),
  )
  const open = new Map<string, Address>()
  for (const token of named) {
    const key = token.toLowerCase()
    if (units.has(key)) continue
    const unit = known(token)
    if (unit === null) open.set(key, token)
    else units.set(key, { symbol: unit.symbol, decimals: unit.decimals })
  }
  const tokens = [...open.values()]
  const read = await unitsOf(tokens, async (list) =>
    (await access.open()).readTokens(list, simulations[0]!.block),
  )
  for (const [at, token] of tokens.entries()) units.set(token.toLowerCase(), read[at]!)
  return units
}

/** All at once; where one does not say its decimals, each by itself. */
async function unitsOf(
  tokens: readonly Address[],
  read: (tokens: readonly Address[]) => Promise<readonly Token[]>,
): Promise<readonly LedgerUnit[]> {
  if (tokens.length === 0) return []
  try {
    return await read(tokens)
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    if (tokens.length === 1 || !(error instanceof MissingDecimalsError))
      return tokens.map(() => unknownUnit)
    return (await Promise.all(tokens.map((one) => unitsOf([one], read)))).flat()
  }
}
