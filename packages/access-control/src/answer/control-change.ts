import { type Address, zeroAddress } from '@vaultwright/base'
import type { BridgeTie, ControlAccount, ControlState } from '../model/state.ts'
import type { ControlReading } from '../reading/request.ts'
import { type ControlAnswer, fewestKeys } from './control-answer.ts'
import { type ActChange, type ControlDiff, diffControl } from './control-diff.ts'
import { delayText, keysText } from './control-sentence.ts'

/** The kinds of change, those that take less first. */
export const controlChangeKinds = [
  'fewer_keys',
  'less_delay',
  'new_holder',
  'unknown_code',
  'not_complete',
  'operation_waiting',
  'delegated_key',
  'other',
] as const

/** Name of a kind of change. */
export type ControlChangeKind = (typeof controlChangeKinds)[number]

/** Something that changed of who controls a vault. */
export type ControlChange = {
  /** Each kind once, with what it is about. */
  readonly kinds: readonly { readonly kind: ControlChangeKind; readonly sentence: string }[]
  readonly diff: ControlDiff
}

/** The control of a vault at a block, solved. */
export type SolvedControl = {
  readonly reading: Pick<ControlReading, 'state' | 'completeness' | 'notes'>
  readonly answer: ControlAnswer
}

/**
 * Says what changed of who controls a vault from one block to another, by kind.
 *
 * @returns null if no fact did, no list is less complete, and no further operation waits.
 */
export function controlChangeOf(before: SolvedControl, after: SolvedControl): ControlChange | null {
  const diff = diffControl(
    { state: before.reading.state, answer: before.answer },
    { state: after.reading.state, answer: after.answer },
  )
  const subjects: Readonly<Record<Exclude<ControlChangeKind, 'other'>, readonly string[]>> = {
    fewer_keys: diff.acts.filter(takesFewerKeys).map(actChangeText),
    less_delay: diff.acts.filter((act) => act.isWeaker && !takesFewerKeys(act)).map(actChangeText),
    new_holder: added(before, after, ({ reading }) => holdersOf(reading.state)),
    unknown_code: added(before, after, ({ reading }) => unknownIn(reading.state)),
    not_complete: added(before, after, ({ reading: { completeness } }) =>
      completeness.filter(({ isComplete }) => !isComplete).map(({ contract }) => contract),
    ),
    operation_waiting: added(before, after, ({ reading: { notes } }) =>
      notes
        .filter(({ code }) => code === 'timelock_waiting')
        .map(({ address, sentence }) => `in timelock ${address} ${sentence}`),
    ),
    delegated_key: added(before, after, ({ reading }) => delegatedIn(reading.state)),
  }
  const kinds = controlChangeKinds.flatMap((kind) => {
    const list = kind === 'other' ? [] : subjects[kind]
    return list.length === 0 ? [] : [{ kind, sentence: sentenceOf(list) }]
  })
  if (kinds.length > 0) return { kinds, diff }
  const facts = diff.facts.map(
    ({ address, fact, before: old, after: current }) =>
      `${address} ${fact}: ${current ?? 'gone'}, was ${old ?? 'not there'}`,
  )
  return facts.length === 0
    ? null
    : { kinds: [{ kind: 'other', sentence: sentenceOf(facts) }], diff }
}

/** The first subject, and how many there are beside it. */
function sentenceOf(subjects: readonly string[]): string {
  const more = subjects.length - 1
  return more === 0 ? subjects[0]! : `${subjects[0]}, and ${more} more`
}

function added(
  before: SolvedControl,
  after: SolvedControl,
  list: (one: SolvedControl) => readonly string[],
): readonly string[] {
  const old = new Set(list(before))
  return [...new Set(list(after))].filter((entry) => !old.has(entry))
}

function takesFewerKeys({ before, after, isWeaker }: ActChange): boolean {
  return isWeaker && (before === null || fewestKeys(after!) < fewestKeys(before))
}

/** Says what an act takes now and took before. */
export function actChangeText({ act, target, before, after }: ActChange): string {
  const old = before === null ? 'no act before' : `was ${whoText(before)}`
  const now = after === null ? 'no act any more' : whoText(after)
  const isAlike = before !== null && now === whoText(before)
  return `${act} on ${target}: ${now}, ${isAlike ? 'by other keys than before' : old}`
}

function whoText(row: Parameters<typeof keysText>[0]): string {
  const delay = row.cuts?.[0]?.delay
  return delay === undefined ? keysText(row) : `${keysText(row)} ${delayText(delay)}`
}

function unknownIn(state: ControlState): readonly string[] {
  return [...state].flatMap(([address, account]) => {
    const inner = account.kind === 'proxy' ? account.behind : account
    const isUnknown = inner.kind === 'unknown' || (inner.kind === 'contract' && !inner.isKnown)
    return isUnknown ? [address] : []
  })
}

function delegatedIn(state: ControlState): readonly string[] {
  return [...state].flatMap(([address, account]) =>
    account.kind === 'delegated'
      ? [`${address} lends its account the code of ${account.delegate}`]
      : [],
  )
}

/** The holders of every power, in one text each. */
function holdersOf(state: ControlState): readonly string[] {
  return [...state].flatMap(([address, account]) =>
    powersIn(account).map(([holder, power]) => `${holder} as ${power} of ${address}`),
  )
}

function powersIn(account: ControlAccount): readonly (readonly [string, string])[] {
  const named = (power: string, ...holders: readonly Address[]) =>
    holders.filter((holder) => holder !== zeroAddress).map((holder) => [holder, power] as const)
  switch (account.kind) {
    case 'proxy':
      return [...named('proxy admin', account.admin), ...powersIn(account.behind)]
    case 'safe':
      return [
        ...named('owner', ...account.owners),
        ...named('module', ...account.modules),
        ...named('fallback handler', account.fallbackHandler),
      ]
    case 'timelock':
      return [
        ...named('admin', ...account.admins),
        ...named('proposer', ...account.proposers),
        ...account.executors.map((holder) =>
          holder === zeroAddress
            ? (['anybody', 'executor'] as const)
            : ([holder, 'executor'] as const),
        ),
      ]
    case 'authority':
      return [
        ...named('owner', account.auth.owner),
        ...named('authority', account.auth.authority),
        ...[...account.roles].flatMap(([user, roles]) =>
          rolesIn(roles).map((role) => [user, `role ${role}`] as const),
        ),
        ...[...account.capabilities].flatMap(([capability, roles]) =>
          rolesIn(roles).map(
            (role) => [`holders of role ${role}`, `caller of ${capability}`] as const,
          ),
        ),
        ...[...account.open].map((capability) => ['anybody', `caller of ${capability}`] as const),
      ]
    case 'contract': {
      const { part, auth } = account
      return [
        ...named('owner', auth.owner),
        ...named('authority', auth.authority),
        ...(part.of === 'manager' ? named('strategist', ...part.strategists) : []),
        ...(part.of === 'pauser' ? named('sender', ...part.senders.keys()) : []),
        ...(part.of === 'accountant'
          ? named('price source', ...(part.providers?.values() ?? []))
          : []),
        ...(part.of === 'teller' ? bridgePowers(part.bridge) : []),
      ]
    }
    default:
      return []
  }
}

function bridgePowers(bridge: BridgeTie | undefined): readonly (readonly [Address, string])[] {
  if (bridge === undefined) return []
  const { delegate, routes } = bridge
  const chooser =
    delegate === null || delegate === zeroAddress ? [] : [[delegate, 'bridge delegate'] as const]
  return [
    ...chooser,
    ...routes.flatMap(({ chain, verifiers }) =>
      [...(verifiers?.required ?? []), ...(verifiers?.optional ?? [])].map(
        (verifier) => [verifier, `verifier of chain ${chain}`] as const,
      ),
    ),
  ]
}

function rolesIn(roles: bigint): readonly number[] {
  return Array.from({ length: 256 }, (_, role) => role).filter(
    (role) => ((roles >> BigInt(role)) & 1n) === 1n,
  )
}
