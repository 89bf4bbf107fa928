import { type Address, isSameAddress, printUnits, zeroAddress } from '@vaultwright/base'
import type { BalanceChange, SimulatedApproval, Simulation, Transfer } from '@vaultwright/chain'
import type { Units } from '../token-list.ts'
import type { Ink } from './ink.ts'
import { type Column, printSafely, printTable } from './table.ts'

/**
 * Prints what a transaction moves, what the vault has before and after, and what may be spent later.
 */
export function* printEffects(simulation: Simulation, units: Units, ink: Ink): Iterable<string> {
  const { outcome, vault, transfers, balances, approvals } = simulation
  if (outcome.status !== 'success') return
  const who = nameIn(vault)
  yield* section('transfers', transfers.length, ink)
  if (transfers.length > 0) {
    yield* printTable(
      transferColumns,
      transfers.map((one) => transferRow(one, units, who)),
      ink,
    )
  }
  if (vault !== null) {
    yield* section('balances of the vault', balances.length, ink)
    const rows = balances.map((one) => balanceRow(one, units, vault))
    if (rows.length > 0) yield* printTable(balanceColumns, rows, ink)
    yield* section('approvals left', approvals.length, ink)
    const left = approvals.map((one) => approvalRow(one, units, vault))
    if (left.length > 0) yield* printTable(approvalColumns, left, ink)
  }
}

function* section(name: string, count: number, ink: Ink): Iterable<string> {
  yield `\n${ink.cyan(name)}${count === 0 ? '  none' : ''}\n`
}

const transferColumns: readonly Column[] = [
  { title: 'kind' },
  { title: 'amount', align: 'right' },
  { title: 'token' },
  { title: 'from' },
  { title: 'to' },
  { title: 'raw', align: 'right' },
]
const balanceColumns: readonly Column[] = [
  { title: 'token' },
  { title: 'change', align: 'right' },
  { title: 'before', align: 'right' },
  { title: 'after', align: 'right' },
  { title: 'raw change', align: 'right' },
  { title: 'address' },
  { title: '' },
]
const approvalColumns: readonly Column[] = [
  { title: 'token' },
  { title: 'amount', align: 'right' },
  { title: 'spender' },
  { title: 'raw', align: 'right' },
  { title: 'address' },
  { title: '' },
]

function transferRow(one: Transfer, units: Units, who: (account: Address) => string) {
  const { standard, token, from, to, amount, id } = one
  return [
    standard,
    amount === null ? `#${id}` : `${amountOf(amount, token, units)}${id === null ? '' : ` #${id}`}`,
    symbolOf(token, units),
    who(from),
    who(to),
    amount === null ? '1' : String(amount),
  ]
}

function balanceRow(one: BalanceChange, units: Units, vault: Address): readonly string[] {
  const { token, holder, before, after, change, isReconciled } = one
  const signed = change > 0n ? '+' : ''
  return [
    symbolOf(token, units),
    `${signed}${amountOf(change, token, units)}`,
    amountOf(before, token, units),
    amountOf(after, token, units),
    `${signed}${change}`,
    token,
    notesOf(ofDrone(holder, vault), isReconciled ? '' : 'not as the logs say'),
  ]
}

function approvalRow(one: SimulatedApproval, units: Units, vault: Address): readonly string[] {
  const { standard, token, owner, spender, amount, id, isUnlimited } = one
  const told = amount === null ? (id === null ? 'all' : `#${id}`) : amountOf(amount, token, units)
  return [
    symbolOf(token, units),
    isUnlimited ? 'unlimited' : told,
    spender,
    amount === null ? '' : String(amount),
    token,
    notesOf(ofDrone(owner, vault), kinds[standard]),
  ]
}

/** What an approval is beyond one of the token itself. */
const kinds: Readonly<Record<SimulatedApproval['standard'], string>> = {
  erc20: '',
  erc721: '',
  operator: '',
  permit2: 'through Permit2',
  authorized: 'may act for it in all markets',
  delegated: 'may borrow at its expense',
}

function ofDrone(account: Address, vault: Address): string {
  return isSameAddress(account, vault) ? '' : `of the drone ${account}`
}

function notesOf(...notes: readonly string[]): string {
  return notes.filter((note) => note !== '').join(', ')
}

function amountOf(amount: bigint, token: Address, units: Units): string {
  const decimals = units.get(token.toLowerCase())?.decimals ?? null
  return decimals === null ? String(amount) : printUnits(amount, decimals)
}

/** A token may call itself anything: what does not look like a symbol is shown by its address. */
function symbolOf(token: Address, units: Units): string {
  const symbol = units.get(token.toLowerCase())?.symbol ?? null
  return symbol === null ? token : printSafely(symbol)
}

function nameIn(vault: Address | null): (account: Address) => string {
  return (account) => {
    if (account === zeroAddress) return 'nobody'
    return vault !== null && isSameAddress(account, vault) ? 'vault' : account
  }
}
