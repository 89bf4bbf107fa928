import type { Address } from '@vaultwright/base'
import { type Chain, MissingDecimalsError, type Simulation, type Token } from '@vaultwright/chain'
import { chainOf, nativeAsset } from '@vaultwright/registry'

/** What an amount is counted in; decimals are null for what does not say them, as an ERC-721. */
export type Unit = Pick<Token, 'address' | 'symbol'> & { readonly decimals: number | null }

/** What the amounts of a simulation are counted in, by lower-case address. */
export type Units = ReadonlyMap<string, Unit>

/** Reads symbols and decimals of everything that a simulation counts. */
export async function readUnits(chain: Chain, simulations: readonly Simulation[]): Promise<Units> {
  const symbol = chainOf(chain.id)?.nativeSymbol ?? null
  const units = new Map<string, Unit>([
    [nativeAsset.toLowerCase(), { address: nativeAsset, symbol, decimals: 18 }],
  ])
  const named = simulations.flatMap(({ transfers, approvals, balances }) =>
    [...transfers, ...approvals, ...balances].map(({ token }) => token),
  )
  const block = simulations[0]?.block
  const tokens = [...new Set(named)].filter((token) => !units.has(token.toLowerCase()))
  if (block === undefined || tokens.length === 0) return units
  for (const unit of await unitsOf(tokens, (list) => chain.readTokens(list, block))) {
    units.set(unit.address.toLowerCase(), unit)
  }
  return units
}

/** All at once; where one does not say its decimals, each by itself. */
async function unitsOf(
  tokens: readonly Address[],
  read: (tokens: readonly Address[]) => Promise<readonly Token[]>,
): Promise<readonly Unit[]> {
  try {
    return await read(tokens)
  } catch (error) {
    if (!(error instanceof MissingDecimalsError)) throw error
    const [only] = tokens
    if (tokens.length === 1) return [{ address: only!, symbol: null, decimals: null }]
    const found: Unit[] = []
    for (const token of tokens) found.push(...(await unitsOf([token], read)))
    return found
  }
}
