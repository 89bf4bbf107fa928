import { type Address, zeroAddress } from '@vaultwright/base'
import type { ControlRule } from '../model/formula.ts'
import { signatureOf } from '../model/guarded-function.ts'
import { accountAt, type ControlState, type MessageRoute } from '../model/state.ts'
import type { KeyCut } from '../solve/cut.ts'
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
  'bridge_mint',
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

/**
 * Finds how few keys take what a vault has, by any act, and how soon; never fewer than cannot be excluded. Code of a
 * bridge that is not known is a condition of its own: {@link bridgeSentences}.
 */
export function takingKeysOf({ acts }: ControlAnswer): TakingKeys {
  const taking = acts.filter(({ act }) => takingActs.has(act))
  const keysOf = (act: string, { leastKeys, possibleKeys }: KeyCut) =>
    act === 'bridge_mint' ? (leastKeys ?? Number.POSITIVE_INFINITY) : possibleKeys
  const rows = taking.flatMap(({ act, cuts }) =>
    (cuts ?? []).map((cut) => ({ keys: keysOf(act, cut), cut })),
  )
  const bounds = taking.flatMap((row) => (row.cuts === null ? [fewestKeys(row)] : []))
  const keys = Math.min(...bounds, ...rows.map((row) => row.keys))
  const fewest = rows.filter((row) => row.keys === keys)
  const isProven = fewest.some(({ cut }) => cut.leastKeys === keys)
  const isNever = fewest.length === 0 || keys === Number.POSITIVE_INFINITY
  return { keys, isProven, delay: isNever ? null : Math.min(...fewest.map((row) => row.cut.delay)) }
}

/** The sentence on everything that no answer sees. */
export const notSeen =
  'Keys are not people: one person may hold several. Signatures kept off chain, what contracts of a bridge or of a price do by themselves, and who upgrades a rollup are not seen.'

/** Says of each contract that mints shares for messages of a bridge whose word lets those in, as far as it is known. */
export function bridgeSentences({ acts }: ControlAnswer, state: ControlState): readonly string[] {
  const bridges = new Set(
    acts.flatMap(({ act, target }) => (act === 'bridge_peer' ? [target] : [])),
  )
  return [...bridges].map((teller) => {
    const account = accountAt(state, teller)
    const isTeller = account.kind === 'contract' && account.part.of === 'teller'
    const bridge = isTeller && account.part.of === 'teller' ? account.part.bridge : undefined
    if (bridge === undefined)
      return `Shares cross a bridge at ${teller}: who verifies its messages may mint shares, and is not in this answer.`
    const { endpoint, delegate, routes } = bridge
    const chooser =
      delegate === null
        ? `the code of its endpoint ${endpoint} is not known`
        : delegate === zeroAddress
          ? 'no delegate chooses verifiers'
          : `${delegate} chooses verifiers`
    const ways = routes.map((route) => routeText(route, state))
    const open = ways.length === 0 ? 'no chain that is logged may send messages' : ways.join('; ')
    return `Shares cross a bridge at ${teller}: ${open}; ${chooser}. Which chains may send is as logged.`
  })
}

function routeText(
  { chain, library, isDefaultLibrary, verifiers }: MessageRoute,
  state: ControlState,
): string {
  if (verifiers === null)
    return `who verifies messages of chain ${chain} is not known${library === null ? '' : `, nor is the code of ${library}`}`
  const { required, optional, threshold, isDefaultRequired, isDefaultOptional } = verifiers
  const origin = (isDefault: boolean) => (isDefault ? ' (the default of the bridge)' : '')
  if (required.length === 0 && threshold === 0)
    return `no message of chain ${chain} is let in, for want of verifiers`
  const words = [
    ...(required.length === 0
      ? []
      : [`all ${required.length} of ${required.join(', ')}${origin(isDefaultRequired)}`]),
    ...(threshold === 0
      ? []
      : [`${threshold} of ${optional.join(', ')}${origin(isDefaultOptional)}`]),
  ]
  const unknown = [...new Set([...required, ...optional])].filter(
    (verifier) => accountAt(state, verifier).kind === 'unknown',
  ).length
  return [
    `messages of chain ${chain} mint shares on the word of ${words.join(' and ')}`,
    ...(unknown === 0 ? [] : [`code not known of ${unknown}`]),
    ...(isDefaultLibrary ? ['by the default library of the bridge'] : []),
  ].join(', ')
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
  const texts = path.map((step) => stepText(step, state))
  return texts.filter((text, index) => text !== '' && text !== texts[index - 1])
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
    choose_verifiers: `${subject} chooses who verifies messages to ${target}`,
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
    verify_message: `verifier ${subject} vouches for a message at ${target}`,
  }
  return texts[step.rule]
}

function nameOf(selector: `0x${string}`): string {
  const signature = signatureOf(selector)
  return signature === null ? selector : signature.slice(0, signature.indexOf('('))
}
