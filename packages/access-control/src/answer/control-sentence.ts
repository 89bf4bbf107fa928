import type { Address } from '@vaultwright/base'
import type { ControlRule } from '../model/formula.ts'
import { signatureOf } from '../model/guarded-function.ts'
import type { ControlState } from '../model/state.ts'
import type { PathStep } from '../solve/path.ts'
import { type ActAnswer, type ControlAnswer, fewestKeys } from './control-answer.ts'

/** Acts whose holder takes what the vault has. */
const takingActs: ReadonlySet<string> = new Set([
  'manage_freely',
  'mint',
  'mint_unbacked',
  'burn',
  'change_authority',
  'grant',
  'upgrade',
])

/** The fewest keys that take a vault. */
export type TakingKeys = {
  /** Fewer cannot be excluded; infinite if no set of keys can. */
  readonly keys: number
  /** True if a set of so few keys is proven; false if it rests on code that is not known. */
  readonly isProven: boolean
  /** Seconds; null if it is not known, or no set of keys can. */
  readonly delay: number | null
}

/** Finds how few keys take what a vault has, by any act, and how soon; never fewer than cannot be excluded. */
export function takingKeysOf({ acts }: ControlAnswer): TakingKeys {
  const taking = acts.filter(({ act }) => takingActs.has(act))
  const keys = Math.min(...taking.map(fewestKeys))
  const delays = taking.flatMap(({ cuts }) =>
    (cuts ?? []).filter(({ possibleKeys }) => possibleKeys === keys).map(({ delay }) => delay),
  )
  const isProven = taking.some(({ cuts }) => cuts?.some(({ leastKeys }) => leastKeys === keys))
  return { keys, isProven, delay: delays.length === 0 ? null : Math.min(...delays) }
}

/** The sentence on everything that no answer sees. */
export const notSeen =
  'Keys are not people: one person may hold several. Signatures kept off chain, the verifiers of a bridge, and who upgrades a rollup are not seen.'

/** Says of each contract that mints shares for messages of a bridge that whoever verifies those is not seen. */
export function bridgeSentences({ acts }: ControlAnswer): readonly string[] {
  const bridges = new Set(
    acts.flatMap(({ act, target }) => (act === 'bridge_peer' ? [target] : [])),
  )
  return [...bridges].map(
    (bridge) =>
      `Shares cross a bridge at ${bridge}: who verifies its messages may mint shares, and is not in this answer.`,
  )
}

/** Says in one sentence how few keys can take a vault, and how soon; never fewer than cannot be excluded. */
export function controlHeadline(answer: ControlAnswer): string {
  const { keys, isProven, delay } = takingKeysOf(answer)
  if (keys === Number.POSITIVE_INFINITY) return 'No key can take this vault.'
  const who = keys === 0 ? 'Anybody' : keys === 1 ? 'One key' : `${keys} keys`
  const when = delay === null ? '' : `, ${delayText(delay)}`
  if (isProven) return `${who} can take this vault${when}.`
  return `It cannot be excluded that ${who.toLowerCase()} can take this vault${when}: some code is not known.`
}

/** Prints a delay: `at once`, `after 1 d`, `after 5 min`. */
export function delayText(seconds: number): string {
  return seconds === 0 ? 'at once' : `after ${durationText(seconds)}`
}

/** Prints seconds in the largest unit that is exact. */
export function durationText(seconds: number): string {
  const units = [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'min'],
  ] as const
  const unit = units.find(([length]) => seconds >= length && seconds % length === 0)
  return unit === undefined ? `${seconds} s` : `${seconds / unit[0]} ${unit[1]}`
}

/** Prints how many keys an act takes: what is proven, and what cannot be excluded beside it. */
export function keysText({ cuts, bounds }: ActAnswer): string {
  if (cuts === null) {
    return bounds === null ? 'none' : `${bounds.atLeast} to ${bounds.atMost} keys`
  }
  const possible = Math.min(...cuts.map(({ possibleKeys }) => possibleKeys))
  const proven = Math.min(...cuts.map(({ leastKeys }) => leastKeys ?? Number.POSITIVE_INFINITY))
  if (possible === Number.POSITIVE_INFINITY) return 'none'
  if (proven === possible) return countText(proven)
  if (proven === Number.POSITIVE_INFINITY) return `cannot say: ${countText(possible)} possible`
  return `${countText(proven)}, ${countText(possible)} possible`
}

function countText(keys: number): string {
  if (keys === 0) return 'anybody'
  return keys === 1 ? '1 key' : `${keys} keys`
}

/** Prints the steps of a path, from the keys to the call. */
export function pathText(path: readonly PathStep[], state: ControlState): string {
  return stepTexts(path, state).join(' → ')
}

/** Prints each step of a path. */
export function stepTexts(path: readonly PathStep[], state: ControlState): readonly string[] {
  return path.map((step) => stepText(step, state)).filter((text) => text !== '')
}

/** Prints an address as its ends. */
function shortOf(address: Address): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** Prints the addresses and hashes of a text as their ends. */
export function shortText(text: string): string {
  return text.replace(/0x(?:[0-9a-fA-F]{64}|[0-9a-fA-F]{40})(?![0-9a-fA-F])/g, (hex) =>
    shortOf(hex as Address),
  )
}

/** Prints one step of a path. */
export function stepText(step: PathStep, state: ControlState): string {
  const subject = shortOf(step.subject)
  const target = step.target === undefined ? '' : shortOf(step.target)
  const called = step.selector === undefined ? '' : nameOf(step.selector)
  const account = state.get(step.subject)
  const texts: Readonly<Record<ControlRule, string>> = {
    accepts_pause: `${subject} accepts`,
    add_pausable: `${subject} takes ${target} into its list`,
    authority_obeys: `the authority ${subject} says yes`,
    buffer_deposit: `the buffer of teller ${subject} acts at a deposit`,
    buffer_withdraw: `the buffer of teller ${subject} acts at a withdrawal`,
    change_authority: `setAuthority of ${subject}`,
    change_owner: `transferOwnership of ${subject}`,
    delegate_obeys: `the code that ${subject} lends its account`,
    execute: `an executor of timelock ${subject}`,
    execute_open: `anybody executes in timelock ${subject}`,
    fallback_handler: `anybody speaks as Safe ${subject} to its fallback handler ${target}`,
    forward: `${subject} forwards`,
    key: `key ${subject}`,
    manager_root: `a root of one's own in Manager ${subject}`,
    manager_run: `a run of Manager ${subject}`,
    manager_unpause: `an end of its pause`,
    multicall: `anybody through ${subject}`,
    not_complete: `the holder of a hidden entry of ${subject}`,
    owner: `owner ${subject} of ${target}`,
    pause_all: `a round of Pauser ${subject}`,
    pause_sender: `sender ${subject} of the Pauser`,
    pause_sender_change: `a new sender of Pauser ${subject}`,
    pause_single: `Pauser ${subject}`,
    propose: `a proposer of timelock ${subject}${account?.kind === 'timelock' ? ` (${durationText(account.minDelay)})` : ''}`,
    public_capability: `${called} of ${target} is public`,
    remove_pausable: `${subject} is taken off the list`,
    role: `a role of ${subject} for ${called}`,
    role_change: `setUserRole of authority ${subject}`,
    role_extend: `setRoleCapability for a role of ${subject}`,
    role_public: `setPublicCapability of authority ${subject}`,
    safe_module: `module ${subject} of Safe ${target}`,
    safe_owners: `${account?.kind === 'safe' ? `${account.threshold} of ${account.owners.length} owners of ` : ''}Safe ${subject}`,
    solve: `solver ${subject}`,
    teller_unpause: `an end of its pause`,
    unknown_code: `the unknown code at ${subject}`,
    upgrade: `an upgrade of ${target} by ${subject}`,
    vault_manage: `vault ${subject} makes the call`,
  }
  return texts[step.rule]
}

function nameOf(selector: `0x${string}`): string {
  const signature = signatureOf(selector)
  return signature === null ? selector : signature.slice(0, signature.indexOf('('))
}
