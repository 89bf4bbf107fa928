import { type Address, isSameAddress, printUnits, zeroAddress } from '@vaultwright/base'
import type { ProvenFinality } from '@vaultwright/finality'
import {
  argumentText,
  type ResultUnits,
  revertText,
  type SimulationResult,
} from '@vaultwright/operations'
import type { BalanceChange, SimulatedApproval, Simulation, Transfer } from '@vaultwright/outcome'
import { joinNames, nativeAsset, printBrief, registryNames } from '@vaultwright/registry'
import { namesOnChain } from '../../input/naming.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { type Column, printSafely, printTable } from '../../terminal/table.ts'

/** Prints what a transaction moves, what the vault has before and after, and what may be spent later. */
export function* printEffects(
  simulation: Simulation,
  { units, chainId }: Pick<SimulationResult, 'units' | 'chainId'>,
  style: TextStyle,
): Iterable<string> {
  const { outcome, vault, transfers, balances, approvals } = simulation
  if (outcome.status !== 'success') return
  const who = nameIn(vault)
  const tokens: TokenTexts = { units, symbolOf: symbolsOf(units, chainId) }
  yield* section('transfers', transfers.length, style)
  if (transfers.length > 0) {
    yield* printTable(
      transferColumns,
      transfers.map((one) => transferRow(one, tokens, who)),
      style,
    )
  }
  if (vault !== null) {
    yield* section('balances of the vault', balances.length, style)
    const rows = balances.map((one) => balanceRow(one, tokens, vault))
    if (rows.length > 0) yield* printTable(balanceColumns, rows, style)
    yield* section('approvals left', approvals.length, style)
    const left = approvals.map((one) => approvalRow(one, tokens, vault))
    if (left.length > 0) yield* printTable(approvalColumns, left, style)
  }
}

function* section(name: string, count: number, style: TextStyle): Iterable<string> {
  yield `\n${style.cyan(name)}${count === 0 ? '  none' : ''}\n`
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

function transferRow(
  one: Transfer,
  { units, symbolOf }: TokenTexts,
  who: (account: Address) => string,
) {
  const { standard, token, from, to, amount, id } = one
  return [
    standard,
    amount === null ? `#${id}` : `${amountOf(amount, token, units)}${id === null ? '' : ` #${id}`}`,
    symbolOf(token),
    who(from),
    who(to),
    amount === null ? '1' : String(amount),
  ]
}

function balanceRow(
  one: BalanceChange,
  { units, symbolOf }: TokenTexts,
  vault: Address,
): readonly string[] {
  const { token, holder, before, after, change, isReconciled } = one
  const signed = change > 0n ? '+' : ''
  return [
    symbolOf(token),
    `${signed}${amountOf(change, token, units)}`,
    amountOf(before, token, units),
    amountOf(after, token, units),
    `${signed}${change}`,
    token,
    notesOf(ofDrone(holder, vault), isReconciled ? '' : 'not as the logs say'),
  ]
}

function approvalRow(
  one: SimulatedApproval,
  { units, symbolOf }: TokenTexts,
  vault: Address,
): readonly string[] {
  const { standard, token, owner, spender, amount, id, isUnlimited } = one
  const shown = amount === null ? (id === null ? 'all' : `#${id}`) : amountOf(amount, token, units)
  return [
    symbolOf(token),
    isUnlimited ? 'unlimited' : shown,
    spender,
    amount === null ? '' : String(amount),
    token,
    notesOf(ofDrone(owner, vault), kinds[standard]),
  ]
}

/** The kinds of an approval beyond one of the token itself. */
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

function amountOf(amount: bigint, token: Address, units: ResultUnits): string {
  const decimals = units.get(token.toLowerCase())?.decimals ?? null
  return decimals === null ? String(amount) : printUnits(amount, decimals)
}

type TokenTexts = { readonly units: ResultUnits; readonly symbolOf: (token: Address) => string }

/** A token may call itself anything: what is not on record is in quotes, with its address. */
function symbolsOf(units: ResultUnits, chainId: number): TokenTexts['symbolOf'] {
  const names = joinNames(registryNames(chainId), namesOnChain(units.values()).names)
  return (token) => {
    if (isSameAddress(token, nativeAsset)) return units.get(token.toLowerCase())?.symbol ?? token
    return printBrief(token, names, { whole: false })
  }
}

function nameIn(vault: Address | null): (account: Address) => string {
  return (account) => {
    if (account === zeroAddress) return 'zero address'
    return vault !== null && isSameAddress(account, vault) ? 'vault' : account
  }
}

export type SimulationPrintOptions = {
  readonly style: TextStyle
  readonly strict: boolean
  /** True where a part of the transaction is the word of a file. */
  readonly isConditional?: boolean
  /** The proof that the block is final; null where only its hash is known. */
  readonly final?: ProvenFinality | null
}

/** Prints how a transaction ends and what deserves a look. */
export function* printOutcome(
  simulation: Simulation,
  settings: SimulationPrintOptions,
): Iterable<string> {
  const { style } = settings
  const { outcome, warnings } = simulation
  if (outcome.status === 'success') yield `${successOf(warnings.length, settings)}\n`
  else yield* printRevert(outcome, style)
  for (const { code, message } of warnings) {
    yield `${style.yellow('warning')}  ${printSafely(message)} ${style.dim(`[${code}]`)}\n`
  }
}

function successOf(
  count: number,
  { style, strict, isConditional = false }: SimulationPrintOptions,
): string {
  if (isConditional && !(strict && count > 0)) {
    const some = count === 0 ? '' : `, with ${count} ${count === 1 ? 'warning' : 'warnings'}`
    return style.yellow(`If that is the transaction that you mean, it would succeed${some}.`)
  }
  if (count === 0) return style.green('Would succeed.')
  const shown = `${count} ${count === 1 ? 'warning' : 'warnings'}`
  if (strict)
    return style.red(`No, because --strict counts warnings: it would succeed with ${shown}.`)
  return `${style.green('Would succeed')}${style.yellow(`, with ${shown}.`)}`
}

function* printRevert(
  outcome: Extract<Simulation['outcome'], { status: 'reverted' }>,
  style: TextStyle,
): Iterable<string> {
  const { revert, halt, failing, failingUnknown } = outcome
  yield style.red(`Would revert: ${halt === null ? revertText(revert) : printSafely(halt)}.\n`)
  if (failing === null) {
    if (failingUnknown !== null) yield `${printSafely(failingUnknown)}\n`
    return
  }
  const { path, target, data, value, stage } = failing
  const named = failing.function ?? (data === '0x' ? '(no data)' : data.slice(0, 10))
  const paid = value > 0n ? ` with ${value} wei` : ''
  yield `call ${path.join('.')}: ${printSafely(named)} on ${target}${paid}\n`
  for (const [name, argument] of Object.entries(failing.arguments ?? {})) {
    yield style.dim(`  ${printSafely(`${name} ${argumentText(argument)}`)}\n`)
  }
  yield stage === 'verification'
    ? 'The Manager refused it before it was made: leaf, proof or decoder.\ncalldata verify with --strategist and --rpc-url tells which, and whether the root on chain is the one meant.\n'
    : 'The Manager let it through; the call itself failed.\n'
}
