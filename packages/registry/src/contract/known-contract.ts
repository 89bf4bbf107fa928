import { knownTokens } from '../token/known-token.ts'
import { bridgeContracts } from './bridge.ts'
import { exchangeContracts } from './exchange.ts'
import { lendingContracts } from './lending.ts'
import { poolContracts } from './pool.ts'
import type { KnownContract } from './row.ts'
import { stakingContracts } from './staking.ts'

/** The wrapped native coins once more: as tokens they are held, as contracts they are called. */
const wrappers: readonly KnownContract[] = knownTokens.flatMap((token) => {
  if (token.kind !== 'wrapped_native') return []
  const { chainId, address, symbol, source } = token
  return [{ chainId, address, protocol: 'native_wrapper', role: 'wrapper', label: symbol, source }]
})

/** Every contract on record. An address without a published source is not here but a parameter of a vault definition. */
export const knownContracts: readonly KnownContract[] = [
  ...lendingContracts,
  ...exchangeContracts,
  ...poolContracts,
  ...stakingContracts,
  ...bridgeContracts,
  ...wrappers,
]

const byChain = new Map<number, KnownContract[]>()
const byAddress = new Map<string, KnownContract[]>()

for (const contract of knownContracts) {
  const listed = byChain.get(contract.chainId)
  if (listed === undefined) byChain.set(contract.chainId, [contract])
  else listed.push(contract)
  const key = keyOf(contract.chainId, contract.address)
  const there = byAddress.get(key)
  if (there === undefined) byAddress.set(key, [contract])
  else there.push(contract)
}

const protocolsByAddress = new Map<string, readonly string[]>()
for (const { address, protocol } of knownContracts) {
  const listed = protocolsByAddress.get(address.toLowerCase()) ?? []
  protocolsByAddress.set(address.toLowerCase(), [...new Set([...listed, protocol])])
}

const recorded = new Set(
  [...knownTokens, ...knownContracts].map(({ address }) => address.toLowerCase()),
)

/**
 * Lists the contracts of a chain.
 *
 * @param chainId - as in 1.
 * @returns the contracts in the order of the record; empty when none is known.
 */
export function contractsOf(chainId: number): readonly KnownContract[] {
  return byChain.get(chainId) ?? []
}

/**
 * Finds what stands at an address. Of a contract with several roles the first on record counts.
 *
 * @param chainId - as in 1.
 * @param address - EIP-55 or any letter case.
 * @returns the contract; null when it is not on record.
 */
export function contractOf(chainId: number, address: string): KnownContract | null {
  return contractsAt(chainId, address)[0] ?? null
}

/** Tells whether an account is a token or a contract on record of any chain: such an account forwards no calls of a vault. */
export function isOnRecord(account: string): boolean {
  return recorded.has(account.toLowerCase())
}

/**
 * Lists the protocols that an account is on record for, on any chain: what its functions mean.
 *
 * @returns names as in `compound_v3`, each once; empty when it is not on record.
 */
export function protocolsAt(account: string): readonly string[] {
  return protocolsByAddress.get(account.toLowerCase()) ?? []
}

/**
 * Lists everything that stands at an address: one contract may serve several protocols.
 *
 * @param chainId - as in 1.
 * @param address - EIP-55 or any letter case.
 * @returns one entry for each of its parts; empty when it is not on record.
 */
export function contractsAt(chainId: number, address: string): readonly KnownContract[] {
  return byAddress.get(keyOf(chainId, address)) ?? []
}

function keyOf(chainId: number, address: string): string {
  return `${chainId} ${address.toLowerCase()}`
}
