import { type Address, isSameAddress, zeroAddress } from '@vaultwright/base'
import type { SimulationPage, SimulationPageCall } from '@vaultwright/wire'
import { groupedNumber } from '../part/text/number-text.ts'

/** A value that deserves the first look, and where it stands. */
export type FirstLook = { readonly place: string; readonly name: string; readonly text: string }

/** The name of an account in a simulation; null for one that it does not name. */
export function roleIn(page: SimulationPage, account: string): string | null {
  const is = (other: string) => isSameAddress(account as Address, other as Address)
  if (is(page.vault_address)) return 'the vault'
  if (is(page.target)) return 'the Manager'
  if (is(page.strategist_address)) return 'the strategist'
  if (is(zeroAddress)) return 'zero address'
  const call = page.calls.find(({ target }) => is(target))
  return call?.target_label ?? null
}

/** Amounts without a limit, outputs without protection and other receivers come before everything else. */
export function firstLooksOf({ calls }: SimulationPage): readonly FirstLook[] {
  return calls.flatMap(({ path, details = [], unread = null }) => {
    const place = `call ${path.join('.')}`
    return [
      ...(unread === null ? [] : [{ place, name: 'calldata', text: unread }]),
      ...details.flatMap(({ path: name, text, mark }) =>
        mark === null ? [] : [{ place, name, text }],
      ),
    ]
  })
}

/** The calls that a search leaves, and those of them that have the words themselves. */
export type FoundCalls = {
  /** In their order, with the calls that they run inside. */
  readonly shown: readonly SimulationPageCall[]
  /** Paths of the calls with the words. */
  readonly hits: readonly string[]
}

/** Finds calls that have every word in function, account, sentence, argument or data; an empty search finds all. */
export function findCalls(calls: readonly SimulationPageCall[], query: string): FoundCalls {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const hits = calls
    .filter((call) => words.every((word) => textOf(call).includes(word)))
    .map(({ path }) => path.join('.'))
  const shown = calls.filter(({ path }) => {
    const callPath = path.join('.')
    return hits.some((hit) => hit === callPath || hit.startsWith(`${callPath}.`))
  })
  return { shown, hits }
}

function textOf(call: SimulationPageCall): string {
  const { target, target_label, description, sentences = [], details, data } = call
  const values = details?.map(({ path, text }) => `${path} ${text}`) ?? [
    Object.entries(call.arguments ?? {}).join(' '),
  ]
  return [call.function, target, target_label, description, ...sentences, ...values, data]
    .join(' ')
    .toLowerCase()
}

/** An amount in display units and in base units; a thing without an amount is one. */
export function amountTextOf(
  amount: string | null,
  raw: string | null,
): { readonly shown: string; readonly base: string | null } {
  if (raw === null) return { shown: '1', base: null }
  if (amount === null) return { shown: `${groupedNumber(raw)} base units`, base: null }
  return { shown: groupedNumber(amount), base: raw }
}

/** The change with its sign, so that a colour is never needed to tell it. */
export function changeTextOf(change: string): string {
  return change.startsWith('-') || /^0(\.0*)?$/.test(change) ? change : `+${change}`
}

/** A few words for the title: what the actions do, not that there are several. */
export function titleOf({ description, calls }: SimulationPage): string {
  const actions = calls
    .flatMap((call) => call.description ?? [])
    .filter((line) => !/^(Approve|Take back) /.test(line))
    .map((line) => line.replaceAll(/ \(?0x[0-9a-fA-F]{4}\S*/g, ''))
  if (actions.length === 0) return calls.length > 1 ? `${calls.length} calls` : description
  const more = actions.length > 2 ? `, and ${actions.length - 2} more` : ''
  return `${actions.slice(0, 2).join(', ')}${more}`
}

/** A proof has no price: another engine may know it. */
export function gasCostIn(page: SimulationPage): string | null {
  return page.seen.find(({ gas_cost_eth: cost }) => cost !== null)?.gas_cost_eth ?? null
}
