import { type Address, BaseError, zeroAddress } from '@vaultwright/base'
import type { CodeKind } from '../code/known-code.ts'
import type { PinnedCode } from '../code/pinned-code.ts'
import { delegateIn, type RecognisedCode } from '../code/recognise-code.ts'
import { proxySlots } from '../completeness/layout.ts'
import type { ControlAccount, UnproxiedAccount } from '../model/state.ts'
import type { WaitingOperation } from '../waiting/operation.ts'
import { readAuthority } from './authority-reading.ts'
import { type ContractCode, readContract } from './contract-reading.ts'
import {
  delegationNote,
  incompleteNotes,
  noteOf,
  notesOfSafe,
  pinnedNote,
  unusedNote,
  waitingNote,
} from './control-note.ts'
import type { PieceFinder } from './piece-finder.ts'
import type { ControlCompleteness, ControlContracts, ControlHints, ControlNote } from './request.ts'
import { readSafe } from './safe-reading.ts'
import { readTimelock } from './timelock-reading.ts'

/** The terms that a state's control is read with. */
export type ControlTerms = {
  readonly contracts: ControlContracts
  readonly hints: ControlHints
  /** Codes that the caller vouches for, beside those that are known. */
  readonly pinned?: readonly PinnedCode[]
}

/** An account as it was read, and what stands beside it. */
export type AccountReading = {
  readonly account: ControlAccount
  readonly name: string | null
  readonly completeness: ControlCompleteness | null
  readonly notes: readonly ControlNote[]
  readonly waiting?: readonly WaitingOperation[]
}

/**
 * Reads an account from its code and slots.
 *
 * @returns null if pieces are not there; they are then wanted.
 * @throws {VaultWithoutCodeError}
 */
export function readAccount(
  finder: PieceFinder,
  address: Address,
  terms: ControlTerms,
): AccountReading | null {
  const code = finder.code(address)
  if (code === null) return null
  const plain = { name: null, completeness: null, notes: [] }
  if (code.length === 0) {
    if (address === terms.contracts.vault) throw new VaultWithoutCodeError(address)
    const nonce = finder.nonce(address)
    if (nonce === null) return null
    const notes = nonce === 0n ? [unusedNote(address)] : []
    return { ...plain, account: { kind: 'key', isUnused: nonce === 0n }, notes }
  }
  const delegate = delegateIn(code)
  if (delegate !== null) {
    const borrowed = finder.code(delegate)
    if (borrowed === null) return null
    const opening = openingOf(finder.recognise(borrowed)?.known.kind)
    const account = { kind: 'delegated', delegate, opening } as const
    return { ...plain, account, notes: [delegationNote(address, account)] }
  }
  const recognised = finder.recognise(code)
  if (recognised?.known.kind !== 'proxy') return readPinned(finder, { address, code }, terms)
  // A proxy keeps its own storage: the code behind it reads that.
  const [implementation, admin] = [
    finder.address(address, proxySlots.implementation),
    recognised.addressIn('admin') ?? finder.address(address, proxySlots.admin),
  ]
  const inner = implementation === null ? null : finder.code(implementation)
  if (inner === null || admin === null) return null
  const behind = readPinned(finder, { address, code: inner }, terms)
  if (behind === null) return null
  return {
    ...behind,
    notes: [...pinnedNotes(address, recognised), ...behind.notes],
    name: `${recognised.known.name} of ${behind.name ?? 'unknown code'}`,
    account: { kind: 'proxy', admin, behind: behind.account },
  }
}

/**
 * Reads a contract that prices an asset: who may exchange its code. What the code itself says is not looked into.
 *
 * @returns null if pieces are not there.
 */
export function readPriceSource(
  finder: PieceFinder,
  address: Address,
  terms: ControlTerms,
): AccountReading | null {
  const code = finder.code(address)
  if (code === null) return null
  // The holder of a key lends its account the code that prices.
  if (code.length === 0 || delegateIn(code) !== null) return readAccount(finder, address, terms)
  const recognised = finder.recognise(code)
  const words = [proxySlots.implementation, proxySlots.admin, proxySlots.beacon].map((slot) =>
    finder.address(address, slot),
  )
  const [implementation, admin, beacon] = words
  if (implementation == null || admin == null || beacon == null) return null
  const fixedAdmin = recognised?.addressIn('admin') ?? admin
  const exchanger = beacon === zeroAddress ? fixedAdmin : beacon
  const isProxy = implementation !== zeroAddress || exchanger !== zeroAddress
  const plain = { name: recognised?.known.name ?? null, completeness: null }
  if (!isProxy)
    return { ...plain, account: { kind: 'price_source' }, notes: [noteOf(address, 'price_source')] }
  // Without an admin, or behind a proxy that is not known, the code itself says who exchanges it.
  const isKnown = recognised?.known.kind === 'proxy' && exchanger !== zeroAddress
  return {
    ...plain,
    account: {
      kind: 'proxy',
      admin: exchanger,
      behind: isKnown ? { kind: 'price_source' } : { kind: 'unknown', codeHash: null },
    },
    notes: [noteOf(address, isKnown ? 'price_source' : 'unknown_code')],
  }
}

type CodeReading = AccountReading & { readonly account: UnproxiedAccount }

/** Reads a code, and says where it is known by the caller's word alone. */
function readPinned(
  finder: PieceFinder,
  code: { readonly address: Address; readonly code: Uint8Array },
  terms: ControlTerms,
): CodeReading | null {
  const reading = readCode(finder, code, terms)
  if (reading === null) return null
  const notes = [...pinnedNotes(code.address, finder.recognise(code.code)), ...reading.notes]
  return { ...reading, notes }
}

function pinnedNotes(address: Address, recognised: RecognisedCode | null) {
  return recognised === null || recognised.statement === null
    ? []
    : [pinnedNote(address, recognised)]
}

function readCode(
  finder: PieceFinder,
  { address, code }: { readonly address: Address; readonly code: Uint8Array },
  terms: ControlTerms,
): CodeReading | null {
  const recognised = finder.recognise(code)
  const kind = recognised?.known.kind ?? namedKind(address, terms.contracts)
  const name = recognised?.known.name ?? null
  const plain = { name, completeness: null, notes: [] as readonly ControlNote[] }
  const unknown = {
    ...plain,
    account: { kind: 'unknown', codeHash: null },
    notes: [noteOf(address, 'unknown_code')],
  } as const
  if (kind === null) return unknown
  switch (kind) {
    case 'safe_proxy': {
      const safe = readSafe(finder, address, terms.hints)
      if (safe === null) return null
      if (safe.account.kind !== 'safe') return unknown
      const { account, completeness } = safe
      return { account, completeness, name: account.version, notes: notesOfSafe(address, account) }
    }
    case 'timelock': {
      const timelock = readTimelock(finder, address, terms.hints)
      if (timelock === null) return null
      const { account, completeness, waiting } = timelock
      const notes = [
        ...incompleteNotes(completeness),
        ...waiting.map((operation) => waitingNote(address, operation)),
      ]
      return { account, completeness, name, notes, waiting }
    }
    case 'authority': {
      const authority = readAuthority(finder, address, terms.hints)
      if (authority === null) return null
      const { account, completeness } = authority
      return { account, completeness, name, notes: incompleteNotes(completeness) }
    }
    case 'drone':
      return { ...plain, account: { kind: 'forwarder', by: recognised!.addressIn('vault')! } }
    case 'open_forwarder':
      return { ...plain, account: { kind: 'forwarder', by: null } }
    // Nobody but a key that delegates to it is this code's own caller.
    case 'own_forwarder':
      return { ...plain, account: { kind: 'forwarder', by: address } }
    case 'safe_singleton':
    case 'proxy':
      return unknown
    default: {
      const contract: ContractCode = {
        address,
        kind,
        code,
        recognised,
        vault: terms.contracts.vault,
        accountant: terms.contracts.accountant,
      }
      const reading = readContract(finder, contract, terms.hints)
      if (reading === null) return null
      const { account, completeness } = reading
      const notes = [
        ...(recognised === null ? [noteOf(address, 'definition_word')] : []),
        ...(completeness === null ? [] : incompleteNotes(completeness)),
      ]
      return { account, completeness, name, notes }
    }
  }
}

/** The callers that a key's borrowed code obeys. */
function openingOf(kind: CodeKind | undefined) {
  if (kind === 'open_forwarder') return 'anybody'
  return kind === 'own_forwarder' ? 'key_only' : 'unknown'
}

/** The kind that the definition says a contract is. */
function namedKind(address: Address, contracts: ControlContracts) {
  const kinds = ['vault', 'manager', 'accountant', 'teller', 'queue'] as const
  return kinds.find((kind) => contracts[kind] === address) ?? null
}

/** There is no contract at the address of the vault. */
export class VaultWithoutCodeError extends BaseError {
  override readonly code = 'vault_without_code'
  override readonly kind = 'not_found'

  constructor(vault: Address) {
    super({
      message: `There is no contract at ${vault} at this block. Check the address, the chain and the block.`,
      facts: { vault },
    })
  }
}
