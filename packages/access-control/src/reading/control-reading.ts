import { type Address, BaseError, zeroAddress } from '@vaultwright/base'
import type { ProvenState } from '@vaultwright/proof'
import type { CodeKind, KnownCode } from '../code/known-code.ts'
import { delegateIn } from '../code/recognise-code.ts'
import { proxySlots } from '../completeness/layout.ts'
import type { ControlAccount, UnproxiedAccount } from '../model/state.ts'
import { readAuthority } from './authority-reading.ts'
import { type ContractCode, readContract } from './contract-reading.ts'
import { delegationNote, incompleteNotes, noteOf, notesOfSafe } from './control-note.ts'
import { openPieceFinder, type PieceFinder } from './piece-finder.ts'
import type {
  ControlCompleteness,
  ControlContracts,
  ControlHints,
  ControlNote,
  ControlReading,
} from './request.ts'
import { readSafe } from './safe-reading.ts'
import { readTimelock } from './timelock-reading.ts'

/** The terms that a state's control is read with. */
export type ControlTerms = {
  readonly contracts: ControlContracts
  readonly hints: ControlHints
  /** Codes that the caller vouches for, beside those that are known. */
  readonly pinned?: readonly KnownCode[]
}

/** The most accounts that are looked into, and the most steps from the vault; what lies beyond is unknown, by name. */
const mostAccounts = 500
const mostSteps = 16
/** The most timelocks that are read. */
const mostTimelocks = 12

/**
 * Reads who holds powers over a vault from a proven state: from its contracts to their owners and authorities, to the
 * holders of roles, to the owners of Safes, and so on. What is missing is named, so that it can be brought; nothing is
 * guessed.
 *
 * @throws {StateProofError} when a piece is not what the block's hash leads to.
 * @throws {VaultWithoutCodeError} {ForeignManagerError}
 */
export function readControl(state: ProvenState, terms: ControlTerms): ControlReading {
  const finder = openPieceFinder(state, terms.pinned)
  const accounts = new Map<Address, ControlAccount>()
  const completeness: ControlCompleteness[] = []
  const notes: ControlNote[] = []
  const codeNames = new Map<Address, string>()
  const steps = new Map<Address, number>()
  const queue: Address[] = []
  const visit = (address: Address, step: number) => {
    if (address === zeroAddress || steps.has(address)) return
    steps.set(address, step)
    queue.push(address)
  }
  const { vault, manager, accountant, teller, queue: withdrawals } = terms.contracts
  for (const contract of [vault, manager, accountant, teller, withdrawals])
    if (contract !== null) visit(contract, 0)

  let timelocks = 0
  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    const step = steps.get(address)!
    if (steps.size > mostAccounts || step > mostSteps) {
      accounts.set(address, { kind: 'unknown', codeHash: null })
      notes.push(noteOf(address, 'limit'))
      continue
    }
    const reading = readAccount(finder, address, terms)
    if (reading === null) continue
    const isTooMany = reading.account.kind === 'timelock' && ++timelocks > mostTimelocks
    const account: ControlAccount = isTooMany
      ? { kind: 'unknown', codeHash: null }
      : reading.account
    accounts.set(address, account)
    if (isTooMany) notes.push(noteOf(address, 'limit'))
    if (reading.name !== null) codeNames.set(address, reading.name)
    if (reading.completeness !== null) completeness.push(reading.completeness)
    notes.push(...reading.notes)
    for (const next of namedBy(account)) visit(next, step + 1)
  }
  assertOwnManager(accounts, terms.contracts)
  return { state: accounts, completeness, notes, codeNames, wants: finder.wants() }
}

type AccountReading = {
  readonly account: ControlAccount
  readonly name: string | null
  readonly completeness: ControlCompleteness | null
  readonly notes: readonly ControlNote[]
}

function readAccount(
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
    const notes = nonce === 0n ? [noteOf(address, 'unused_account')] : []
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
  if (recognised?.known.kind !== 'proxy') return readCode(finder, { address, code }, terms)
  // A proxy keeps its own storage: the code behind it reads that.
  const [implementation, admin] = [
    finder.address(address, proxySlots.implementation),
    recognised.addressIn('admin') ?? finder.address(address, proxySlots.admin),
  ]
  const inner = implementation === null ? null : finder.code(implementation)
  if (inner === null || admin === null) return null
  const behind = readCode(finder, { address, code: inner }, terms)
  if (behind === null) return null
  return {
    ...behind,
    name: `${recognised.known.name} of ${behind.name ?? 'unknown code'}`,
    account: { kind: 'proxy', admin, behind: behind.account },
  }
}

function readCode(
  finder: PieceFinder,
  { address, code }: { readonly address: Address; readonly code: Uint8Array },
  terms: ControlTerms,
): (AccountReading & { readonly account: UnproxiedAccount }) | null {
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
        ...waiting.map(({ id, readyAt }) => ({
          ...noteOf(address, 'timelock_waiting'),
          sentence: `operation ${id} waits, and may run from ${new Date(Number(readyAt) * 1000).toISOString()} on`,
        })),
      ]
      return { account, completeness, name, notes }
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

/** Accounts that hold a power by what an account says. */
function namedBy(account: ControlAccount): readonly Address[] {
  switch (account.kind) {
    case 'proxy':
      return [account.admin, ...namedBy(account.behind)]
    case 'forwarder':
      return account.by === null ? [] : [account.by]
    case 'safe':
      return [...account.owners, ...account.modules]
    case 'timelock':
      return [...account.admins, ...account.proposers, ...account.executors, ...account.cancellers]
    case 'authority':
      return [account.auth.owner, account.auth.authority, ...account.roles.keys()]
    case 'contract': {
      const { part, auth } = account
      const strategists = part.of === 'manager' ? part.strategists : []
      const senders = part.of === 'pauser' ? [...part.pausables, ...part.senders.keys()] : []
      return [auth.owner, auth.authority, ...strategists, ...senders]
    }
    default:
      return []
  }
}

/** A Manager that is made for another vault says nothing about this one. */
function assertOwnManager(
  accounts: ReadonlyMap<Address, ControlAccount>,
  { manager, vault }: ControlContracts,
): void {
  const account = accounts.get(manager)
  if (account?.kind !== 'contract' || account.part.of !== 'manager') return
  if (account.part.vault !== vault)
    throw new ForeignManagerError({ manager, vault }, account.part.vault)
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

/** The Manager of a definition was made for another vault. */
export class ForeignManagerError extends BaseError {
  override readonly code = 'foreign_manager'
  override readonly kind = 'conflict'

  constructor({ manager, vault }: Pick<ControlContracts, 'manager' | 'vault'>, its: Address) {
    super({
      message: `The Manager ${manager} was made for the vault ${its}, not for ${vault}. Give the Manager of the vault.`,
      facts: { manager, vault, its },
    })
  }
}
