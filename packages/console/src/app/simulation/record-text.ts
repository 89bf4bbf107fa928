import { type Address, isSameAddress, zeroAddress } from '@vaultwright/base'
import type { SimulationPage, SimulationPageRun } from '@vaultwright/wire'

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

/** Warnings of the build and of the run, each once. */
export function warningsOf({ warnings, seen: runs }: SimulationPage): SimulationPage['warnings'] {
  const all = [...warnings, ...(runs[0]?.warnings ?? [])]
  return all.filter(
    ({ message }, index) => all.findIndex((each) => each.message === message) === index,
  )
}

/** An amount in display units and in base units; a thing without an amount is one. */
export function amountTextOf(
  amount: string | null,
  raw: string | null,
): { readonly shown: string; readonly base: string | null } {
  if (raw === null) return { shown: '1', base: null }
  if (amount === null) return { shown: `${raw} base units`, base: null }
  return { shown: amount, base: raw }
}

/** The change with its sign, so that a colour is never needed to tell it. */
export function changeTextOf(change: string): string {
  return change.startsWith('-') || /^0(\.0*)?$/.test(change) ? change : `+${change}`
}

/** The failure of the failing call, in sentences; null if nothing failed. */
export function failureOfRun({ failing }: SimulationPageRun): readonly string[] | null {
  if (failing === null) return null
  const { revert, call_path, target, stage, unknown } = failing
  const where =
    call_path === null
      ? (unknown ?? 'Which call fails is not known.')
      : `Call ${call_path.join('.')} fails${failing.function === null ? '' : `: ${failing.function}`}${target === null ? '' : ` of ${target}`}.`
  const reason =
    stage === null
      ? []
      : stage === 'verification'
        ? ['The Manager refuses it before it is made: leaf, proof or decoder.']
        : ['The Manager lets it through; the call itself fails.']
  return [`It reverts with ${revert}.`, where, ...reason]
}
