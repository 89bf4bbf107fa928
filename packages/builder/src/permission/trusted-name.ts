import { type Address, isSameAddress } from '@vaultwright/base'
import { chains, contractsAt, contractsOf, knownTokens, tokenOf } from '@vaultwright/registry'

/** The chain, and the vault and drones that may have such names. */
export type NameContext = {
  readonly vault: Address
  readonly chainId: number
  readonly drones?: readonly Address[]
}

/**
 * Gives a name that is not confused with another account's: one that is on record for another account, that
 * spells like it, or that is not plain letters goes with the address.
 */
export function trustedName(name: string, account: string, context: NameContext): string {
  const tidy = sanitizeName(name)
  if (isSameAddress(name, account) || isOnRecord(name, account, context.chainId)) return tidy
  if (keyOf(name) === 'drone' && isDrone(account, context)) return tidy
  const isPlain = /^[\x20-\x7e]+$/.test(name) && name.trim() === name
  return isPlain && !recordedNames(context.chainId).has(keyOf(name)) ? tidy : `${tidy} (${account})`
}

/**
 * Takes out of a name what turns lines or writing: names come from contracts and files.
 *
 * @returns the text with a mark in place of each such character, and not endlessly long.
 */
export function sanitizeName(name: string): string {
  if (shortPlain.test(name)) return name
  const tidy = name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}')
  return tidy.length > maxShown ? `${tidy.slice(0, maxShown)}…` : tidy
}

/** Longer names are not names. */
const maxShown = 80

/** As almost all names are: nothing has to be taken out. */
const shortPlain = new RegExp(`^[\\x20-\\x7e]{0,${maxShown}}$`)

/** Words that sentences use for accounts themselves. */
const reservedNames = ['vault', 'drone', 'native', 'max']

/** One entry a chain: it needs no limit. */
const namesByChain = new Map<number, ReadonlySet<string>>()

function recordedNames(chainId: number): ReadonlySet<string> {
  const cached = namesByChain.get(chainId)
  if (cached !== undefined) return cached
  const names = [
    ...reservedNames,
    ...chains.filter(({ id }) => id === chainId).map(({ nativeSymbol }) => nativeSymbol),
    ...knownTokens.filter((token) => token.chainId === chainId).map(({ symbol }) => symbol),
    ...contractsOf(chainId).map(({ label }) => label),
  ]
  const keys = new Set(names.map(keyOf))
  namesByChain.set(chainId, keys)
  return keys
}

function isDrone(account: string, { drones = [] }: NameContext): boolean {
  return drones.some((drone) => isSameAddress(drone, account))
}

function isOnRecord(name: string, account: string, chainId: number): boolean {
  const token = tokenOf(chainId, account)
  if (token !== null && isSameAddress(token.address, account) && token.symbol === name) return true
  return contractsAt(chainId, account).some(({ label }) => label === name)
}

/** Letter case and marks between letters do not make another name. */
function keyOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9₮]/g, '')
}
