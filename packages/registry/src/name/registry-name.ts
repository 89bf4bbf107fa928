import { type Address, zeroAddress } from '@vaultwright/base'
import { nativeAsset } from '../account.ts'
import { chains } from '../chain.ts'
import { knownContracts } from '../contract/known-contract.ts'
import { knownVaults } from '../known-vault.ts'
import { knownTokens } from '../token/known-token.ts'
import type { AccountName, NameLookup, NameSource } from './account-name.ts'

/** The unit of a token's amounts and its source. */
export type SourcedUnit = {
  readonly symbol: string
  readonly decimals: number
  readonly source: NameSource
}

/** Finds the unit of a token; null when it is not known. */
export type UnitLookup = (address: Address) => SourcedUnit | null

type NameRow = { readonly chainId: number; readonly address: string; readonly text: string }

let byAddress: ReadonlyMap<string, readonly NameRow[]> | null = null

/**
 * Names accounts from the record: tokens by their symbols, contracts of protocols, known vaults with
 * their Managers and accountants.
 *
 * @param chainId - as in 1; null when the chain is not known.
 * @returns names of the chain. Without a chain, names on which all chains agree; an account that one
 * chain alone has on record is named with the chain.
 */
export function registryNames(chainId: number | null): NameLookup {
  const named = (text: string): AccountName => ({ text, source: 'registry' })
  return (account) => {
    const address = account.toLowerCase()
    if (address === zeroAddress) return named('zero address')
    if (address === nativeAsset.toLowerCase()) return named(nativeTextOf(chainId))
    byAddress ??= rowsByAddress()
    const rows = byAddress.get(address) ?? []
    if (chainId === null) return agreedName(rows)
    const row = rows.find((each) => each.chainId === chainId)
    return row === undefined ? null : named(row.text)
  }
}

/**
 * Finds the account that the record names: the other way of `registryNames`.
 *
 * @param chainId - as in 1.
 * @param name - as it is printed, in any letter case; `native` is the chain's native coin.
 * @returns null when no account of the chain has the name, or several.
 */
export function addressNamed(chainId: number, name: string): Address | null {
  const text = name.toLowerCase()
  if (text === 'native' || text === nativeTextOf(chainId).toLowerCase()) return nativeAsset
  byAddress ??= rowsByAddress()
  byName ??= rowsByName(byAddress)
  return byName.get(nameKey(chainId, text)) ?? null
}

/** By chain and name; null for a name of several. */
let byName: ReadonlyMap<string, Address | null> | null = null

/** An account is named by its first row alone. */
function rowsByName(
  rows: ReadonlyMap<string, readonly NameRow[]>,
): ReadonlyMap<string, Address | null> {
  const names = new Map<string, Address | null>()
  for (const ofAddress of rows.values()) {
    const chainsSeen = new Set<number>()
    for (const { chainId, address, text } of ofAddress) {
      if (chainsSeen.has(chainId)) continue
      chainsSeen.add(chainId)
      const key = nameKey(chainId, text.toLowerCase())
      names.set(key, names.has(key) ? null : (address as Address))
    }
  }
  return names
}

function nameKey(chainId: number, text: string): string {
  return `${chainId} ${text}`
}

/**
 * Finds units of tokens on record.
 *
 * @param chainId - as in 1; null when the chain is not known, which leaves all units unknown.
 */
export function registryUnits(chainId: number | null): UnitLookup {
  const units = new Map<string, SourcedUnit>()
  for (const { chainId: id, address, symbol, decimals } of knownTokens) {
    if (id === chainId) units.set(address.toLowerCase(), { symbol, decimals, source: 'registry' })
  }
  return (address) => units.get(address.toLowerCase()) ?? null
}

/** The word of a token about itself; decimals are null where it has none. */
export type StatedUnit = {
  readonly address: Address
  readonly symbol: string | null
  readonly decimals: number | null
}

/**
 * Finds units as tokens state them themselves.
 *
 * @param source - `chain` where a node was asked here, `service` where a service passes it on.
 */
export function statedUnits(
  stated: Iterable<StatedUnit>,
  source: Extract<NameSource, 'chain' | 'service'>,
): UnitLookup {
  const units = new Map<string, SourcedUnit>()
  for (const { address, symbol, decimals } of stated) {
    if (decimals === null) continue
    units.set(address.toLowerCase(), { symbol: symbol ?? address, decimals, source })
  }
  return (address) => units.get(address.toLowerCase()) ?? null
}

/**
 * Joins lookups of units; the first that knows the token counts.
 *
 * @param lookups - the most trusted first.
 */
export function joinUnits(...lookups: readonly UnitLookup[]): UnitLookup {
  return (address) => {
    for (const lookup of lookups) {
      const unit = lookup(address)
      if (unit !== null) return unit
    }
    return null
  }
}

/** Lists every text that the record names an account by, on any chain. */
export function* recordedNames(): Generator<string> {
  yield 'zero address'
  yield 'native coin'
  for (const { nativeSymbol } of chains) yield nativeSymbol
  byAddress ??= rowsByAddress()
  for (const rows of byAddress.values()) for (const { text } of rows) yield text
}

function nativeTextOf(chainId: number | null): string {
  return chains.find(({ id }) => id === chainId)?.nativeSymbol ?? 'native coin'
}

function agreedName(rows: readonly NameRow[]): AccountName | null {
  const firsts = new Map<number, string>()
  for (const { chainId, text } of rows) {
    if (!firsts.has(chainId)) firsts.set(chainId, text)
  }
  const [text, ...further] = new Set(firsts.values())
  if (text === undefined || further.length > 0) return null
  if (firsts.size > 1) return { text, source: 'registry' }
  const [only] = firsts.keys()
  const chain = chains.find(({ id }) => id === only)
  const place = chain?.name ?? `chain ${only}`
  return { text: `${text} on ${place}`, source: 'registry', isOfOneChain: true }
}

/** Of one account the first row counts: a token's symbol, a contract's label, a vault's part. */
function rowsByAddress(): ReadonlyMap<string, readonly NameRow[]> {
  const rows = new Map<string, NameRow[]>()
  for (const row of [...tokenRows(), ...contractRows(), ...vaultRows()]) {
    const address = row.address.toLowerCase()
    const listed = rows.get(address)
    if (listed === undefined) rows.set(address, [row])
    else listed.push(row)
  }
  return rows
}

function tokenRows(): readonly NameRow[] {
  return knownTokens.map(({ chainId, address, symbol }) => ({ chainId, address, text: symbol }))
}

/** A label that several contracts of a chain share goes with what each is to its protocol. */
function contractRows(): readonly NameRow[] {
  const accounts = new Map<string, Set<string>>()
  for (const { chainId, label, address } of knownContracts) {
    const key = `${chainId} ${label}`
    accounts.set(key, (accounts.get(key) ?? new Set()).add(address))
  }
  return knownContracts.map(({ chainId, address, label, role }) => {
    const isShared = accounts.get(`${chainId} ${label}`)!.size > 1
    const part = role.replaceAll('_', ' ')
    const isPart = label.toLowerCase().includes(part)
    return { chainId, address, text: isShared && !isPart ? `${label} ${part}` : label }
  })
}

function vaultRows(): readonly NameRow[] {
  return knownVaults.flatMap(({ chainId, vault, name, managers, accountant }) => [
    { chainId, address: vault, text: name },
    ...managers.map((address) => ({ chainId, address, text: `Manager of ${name}` })),
    { chainId, address: accountant, text: `accountant of ${name}` },
  ])
}
