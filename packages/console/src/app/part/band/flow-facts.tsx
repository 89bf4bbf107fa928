import type { Address } from '@vaultwright/base'
import {
  type AnswerSummary,
  type FlowTotals,
  type TokenTotal,
  totalTextOf,
} from '@vaultwright/check'
import { type NameLookup, printName, type UnitLookup } from '@vaultwright/registry'
import { unixText } from '../text/moment-text.ts'
import { shortNumber } from '../text/number-text.ts'
import type { BandFact } from './answer-band.tsx'
import styles from './band.module.css'
import { NamedAccount } from './named-account.tsx'
import { Provenance } from './provenance.tsx'
import { shortAccount } from './sentence.tsx'

/** The names and units that totals are shown with. */
export type TotalsContext = {
  readonly chainId: number | null
  readonly units: UnitLookup
  readonly names: NameLookup
}

const bounds = { exact: '', max: 'at most ', min: '≥ ' } as const

/** Five facts: tokens that leave and enter, allowances left, recipients outside, and who may act afterwards. */
export function flowFactsOf(
  { totals, isMeasured, changes, verdict }: AnswerSummary,
  context: TotalsContext,
): readonly BandFact[] {
  // Red stands nowhere under a Yes: what is red is a reason of a No.
  const tone = verdict.answer === 'no' ? 'bad' : 'look'
  const by = isMeasured ? 'as an engine measured' : 'by the calldata'
  return [
    moveFact('Leaves the vault', totals, { direction: 'leaves', by, context }),
    moveFact('Enters the vault', totals, { direction: 'enters', by, context }),
    approvalFact(totals, { tone, context }),
    outsideFact(totals, { tone, context }),
    {
      name: 'Who may act after',
      values: changes.length === 0 ? ['Unchanged'] : ['Changes'],
      ...(changes.length === 0
        ? {}
        : { note: changes.join(', ').replaceAll(/0x[0-9a-fA-F]{40}/g, shortAccount), tone }),
    },
  ]
}

function moveFact(
  name: string,
  totals: FlowTotals,
  at: {
    readonly direction: 'leaves' | 'enters'
    readonly by: string
    readonly context: TotalsContext
  },
): BandFact {
  const list = totals[at.direction]
  const unread = totals.unread[at.direction]
  const values = list.map((total) => (
    <Amount key={total.token} total={total} context={at.context} />
  ))
  if (unread.length > 0) {
    const more = list.length > 0 ? 'More is not known' : 'Not known'
    const note = `before a simulation: ${placesText(unread)}`
    return list.length > 0
      ? { name, values, note: `${more}: ${placesText(unread)}` }
      : { name, values: [more], note: <WideText text={note} /> }
  }
  const note = <WideText text={at.by} />
  return { name, values: list.length > 0 ? values : ['Nothing'], note }
}

/** One unknown is open, never none. */
function notKnown(name: string, places: readonly string[]): BandFact {
  return { name, values: ['Not known'], note: <WideText text={placesText(places)} /> }
}

function placesText(places: readonly string[]): string {
  const numbers = places.map((place) => place.replace(/^call /, ''))
  return places.length === 1 ? places[0]! : `calls ${numbers.join(', ')}`
}

/** An amount with its token, and where symbol and decimals come from. */
export function Amount({
  total,
  context,
}: {
  readonly total: TokenTotal
  readonly context: TotalsContext
}) {
  const { amount, token, source } = totalTextOf(total, context)
  const shown = source === null ? amount : shortNumber(amount.replaceAll(',', ''), 6)
  return (
    <span className={source === null ? '' : styles.nowrap}>
      {bounds[total.bound]}
      <span title={amount}>{shown}</span>{' '}
      <span className={source === 'service' ? styles.told : styles.unit}>{token}</span>
      <Provenance source={source} />
    </span>
  )
}

function approvalFact(
  { approvals, givenCount, unread }: FlowTotals,
  { tone, context }: { readonly tone: 'bad' | 'look'; readonly context: TotalsContext },
): BandFact {
  const name = 'Approvals left'
  if (approvals.length === 0 && unread.accounts.length > 0) return notKnown(name, unread.accounts)
  if (approvals.length === 0) {
    const note = givenCount === 0 ? 'none is given' : `${givenCount} given, ${givenCount} used up`
    return { name, values: ['None'], note }
  }
  const isForever = approvals.some(({ isUnlimited, until }) => isUnlimited && until === null)
  const values = approvals.map(({ token, spender, amount, isUnlimited }) => {
    const total = { token, amount: isUnlimited ? null : amount, bound: 'exact' } as const
    return <Amount key={token + spender} total={total} context={context} />
  })
  const [first] = approvals
  const end =
    first!.until === null
      ? isForever
        ? 'for ever'
        : 'until used'
      : `until ${dateText(first!.until)}`
  const who = nameText(first!.spender, context)
  const more = approvals.length > 1 ? `, and ${approvals.length - 1} more` : ''
  return { name, values, note: `${who}, ${end}${more}`, tone: isForever ? tone : 'look' }
}

function outsideFact(
  { outside, unread }: FlowTotals,
  { tone, context }: { readonly tone: 'bad' | 'look'; readonly context: TotalsContext },
): BandFact {
  const name = 'Recipients outside'
  if (outside.length === 0 && unread.accounts.length > 0) return notKnown(name, unread.accounts)
  if (outside.length === 0) return { name, values: ['None'], note: 'all ends in the vault' }
  const values = outside.slice(0, 2).map((account) => (
    <span key={account} title={account}>
      <NamedAccount address={account} names={context.names} />
    </span>
  ))
  const isNamed = outside.every(
    (account) => context.names(account as Address)?.source === 'address book',
  )
  const first = isNamed ? 'of your address book' : 'unknown here'
  const more = outside.length > 2 ? `and ${outside.length - 2} more` : first
  return { name, values, note: more, tone }
}

/** Prints names of the registry and of the address book; the list of calls has the others, with their addresses. */
function nameText(account: `0x${string}`, { names }: TotalsContext): string {
  const name = names(account)
  if (name?.source === 'registry') return printName(name)
  return name?.source === 'address book'
    ? `${printName(name)} (address book)`
    : shortAccount(account)
}

/** Left out where the band is narrow. */
function WideText({ text }: { readonly text: string }) {
  return <span className={styles.wideText}>{text}</span>
}

/** Prints a moment in UTC; `for ever` beyond the year 9999. */
function dateText(seconds: bigint): string {
  if (seconds > 253_402_300_799n) return 'for ever'
  return unixText(Number(seconds))
}
