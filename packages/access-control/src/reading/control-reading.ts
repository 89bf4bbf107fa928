import { type Address, BaseError, zeroAddress } from '@vaultwright/base'
import type { ProvenState } from '@vaultwright/proof'
import { namedBy, pricedBy } from '../model/named-account.ts'
import type { ControlAccount } from '../model/state.ts'
import { applyOperations } from '../waiting/apply-operation.ts'
import type { WaitingOperation } from '../waiting/operation.ts'
import {
  type AccountReading,
  type ControlTerms,
  readAccount,
  readPriceSource,
} from './account-reading.ts'
import { isGuardedKind } from './contract-reading.ts'
import { noteOf } from './control-note.ts'
import { openPieceFinder, type PieceFinder } from './piece-finder.ts'
import type {
  ControlCompleteness,
  ControlContracts,
  ControlNote,
  ControlReading,
} from './request.ts'

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
  const { vault, manager, accountant, teller, queue } = terms.contracts
  const named = [vault, manager, accountant, teller, queue].filter((each) => each !== null)
  const now = walkFrom(finder, new Map(named.map((address) => [address, null])), terms)
  assertOwnManager(now.accounts, terms.contracts)
  const waiting = now.waiting.toSorted((one, other) => Number(one.readyAt - other.readyAt))
  const { accounts, completeness, notes, codeNames } = now
  // What the operations name is looked into as well.
  const changed = waiting.length === 0 ? null : applyOperations(accounts, waiting)
  const ahead = changed === null ? null : walkFrom(finder, changed, terms).accounts
  return { state: accounts, completeness, notes, waiting, ahead, codeNames, wants: finder.wants() }
}

type Walk = {
  readonly accounts: ReadonlyMap<Address, ControlAccount>
  readonly completeness: readonly ControlCompleteness[]
  readonly notes: readonly ControlNote[]
  readonly codeNames: ReadonlyMap<Address, string>
  readonly waiting: readonly WaitingOperation[]
}

/** Reads accounts and all that they name; those that are given as read are followed as they are. */
function walkFrom(
  finder: PieceFinder,
  start: ReadonlyMap<Address, ControlAccount | null>,
  terms: ControlTerms,
): Walk {
  const accounts = new Map<Address, ControlAccount>()
  const completeness: ControlCompleteness[] = []
  const notes: ControlNote[] = []
  const codeNames = new Map<Address, string>()
  const waiting: WaitingOperation[] = []
  const steps = new Map<Address, number>()
  const queue: Address[] = []
  const prices = new Set<Address>()
  const visit = (address: Address, step: number) => {
    if (address === zeroAddress) return
    // What prices an asset and turns out to hold a power is read again, as what it is.
    if (steps.has(address) && !prices.delete(address)) return
    accounts.delete(address)
    steps.set(address, step)
    queue.push(address)
  }
  const visitSource = (address: Address, step: number) => {
    if (address === zeroAddress || steps.has(address)) return
    prices.add(address)
    steps.set(address, step)
    queue.push(address)
  }
  for (const address of start.keys()) visit(address, 0)

  let timelocks = 0
  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    if (accounts.has(address)) continue
    const step = steps.get(address)!
    const readBefore = start.get(address) ?? null
    if (readBefore === null && (steps.size > mostAccounts || step > mostSteps)) {
      accounts.set(address, { kind: 'unknown', codeHash: null })
      notes.push(noteOf(address, 'limit'))
      continue
    }
    const reading =
      readBefore !== null
        ? plainReading(readBefore)
        : prices.has(address)
          ? readPriceSource(finder, address, terms)
          : readAccount(finder, address, terms)
    if (reading === null) continue
    const isTimelock = reading.account.kind === 'timelock'
    const isTooMany = isTimelock && ++timelocks > mostTimelocks
    const account: ControlAccount = isTooMany
      ? { kind: 'unknown', codeHash: null }
      : reading.account
    accounts.set(address, account)
    if (isTooMany) notes.push(noteOf(address, 'limit'))
    if (reading.name !== null) codeNames.set(address, reading.name)
    if (reading.completeness !== null) completeness.push(reading.completeness)
    notes.push(...reading.notes)
    waiting.push(...(reading.waiting ?? []))
    for (const next of namedBy(account)) visit(next, step + 1)
    for (const source of pricedBy(account)) visitSource(source, step + 1)
    for (const target of targetsOf(account))
      if (isPartOfVault(finder, target, terms.contracts)) visit(target, step + 1)
  }
  const isSource = ({ code, address }: ControlNote) =>
    code !== 'price_source' || prices.has(address)
  return { accounts, completeness, notes: notes.filter(isSource), codeNames, waiting }
}

function plainReading(account: ControlAccount): AccountReading {
  return { account, name: null, completeness: null, notes: [] }
}

/** Contracts whose functions an authority grants. */
function targetsOf(account: ControlAccount): ReadonlySet<Address> {
  const inner = account.kind === 'proxy' ? account.behind : account
  if (inner.kind !== 'authority') return new Set()
  const capabilities = [...inner.capabilities.keys(), ...inner.open]
  return new Set(capabilities.map((capability) => capability.slice(0, 42) as Address))
}

/**
 * Tells whether a contract under the vault's authority belongs to the vault: its code is known, and made for no other
 * vault. So the queue and further tellers are read though no definition names them.
 */
function isPartOfVault(finder: PieceFinder, target: Address, { vault }: ControlContracts): boolean {
  const code = finder.code(target)
  const recognised = code === null ? null : finder.recognise(code)
  if (recognised === null || !isGuardedKind(recognised.known.kind)) return false
  if (recognised.known.kind === 'vault') return target === vault
  const itsVault = recognised.addressIn('vault')
  return itsVault === null || itsVault === vault
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
