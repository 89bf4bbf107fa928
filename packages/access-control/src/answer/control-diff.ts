import type { Address } from '@vaultwright/base'
import type { ActName } from '../act/catalogue.ts'
import type { BridgeTie, ControlAccount, ControlState, MessageRoute } from '../model/state.ts'
import type { KeyCut } from '../solve/cut.ts'
import { type ActAnswer, type ControlAnswer, fewestKeys } from './control-answer.ts'

/** A fact of an account that is not what it was. */
export type FactChange = {
  readonly address: Address
  /** As in `owner`, `role of 0x…`, `threshold`. */
  readonly fact: string
  /** Null for what was not there. */
  readonly before: string | null
  readonly after: string | null
}

/** An act that takes other keys, or another delay. */
export type ActChange = {
  readonly act: ActName
  readonly target: Address
  readonly strategist: Address | null
  /** Null for an act that is not one any more. */
  readonly before: ActAnswer | null
  readonly after: ActAnswer | null
  /** True if fewer keys suffice than before, or less delay. */
  readonly isWeaker: boolean
}

/** The difference of two control states. */
export type ControlDiff = {
  readonly facts: readonly FactChange[]
  readonly acts: readonly ActChange[]
}

/** Compares the control of a vault at two blocks: empty if and only if the facts are equal. */
export function diffControl(
  before: { readonly state: ControlState; readonly answer: ControlAnswer },
  after: { readonly state: ControlState; readonly answer: ControlAnswer },
): ControlDiff {
  return {
    facts: changedFacts(factsOf(before.state), factsOf(after.state)),
    acts: changedActs(before.answer, after.answer),
  }
}

/** Lists the facts of a state: address, name and value of each. */
export function factsOf(state: ControlState): ReadonlyMap<string, string> {
  const facts = new Map<string, string>()
  for (const [address, account] of state)
    for (const [fact, value] of accountFacts(account)) facts.set(`${address} ${fact}`, value)
  return facts
}

function changedFacts(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly FactChange[] {
  const ids = [...new Set([...before.keys(), ...after.keys()])].sort()
  return ids
    .filter((id) => before.get(id) !== after.get(id))
    .map((id) => ({
      address: id.slice(0, 42) as Address,
      fact: id.slice(43),
      before: before.get(id) ?? null,
      after: after.get(id) ?? null,
    }))
}

function changedActs(before: ControlAnswer, after: ControlAnswer): readonly ActChange[] {
  const idOf = ({ act, target, strategist }: ActAnswer) => `${act} ${target} ${strategist}`
  const byId = ({ acts }: ControlAnswer) => new Map(acts.map((row) => [idOf(row), row] as const))
  const [earlier, later] = [byId(before), byId(after)]
  return [...new Set([...later.keys(), ...earlier.keys()])].flatMap((id) => {
    const [old, current] = [earlier.get(id) ?? null, later.get(id) ?? null]
    if (old !== null && current !== null && digestOf(old) === digestOf(current)) return []
    const { act, target, strategist } = (current ?? old)!
    return [
      { act, target, strategist, before: old, after: current, isWeaker: isWeaker(old, current) },
    ]
  })
}

/** An act takes less if at some delay fewer keys are enough than were enough by then. */
function isWeaker(before: ActAnswer | null, after: ActAnswer | null): boolean {
  if (after === null || fewestKeys(after) === Number.POSITIVE_INFINITY) return false
  if (before === null) return true
  if (before.cuts === null || after.cuts === null) return fewestKeys(after) < fewestKeys(before)
  const { cuts: earlier } = before
  return after.cuts.some(({ delay, possibleKeys }) => possibleKeys < keysBy(earlier, delay))
}

function keysBy(cuts: readonly KeyCut[], delay: number): number {
  return Math.min(
    ...cuts.filter((cut) => cut.delay <= delay).map(({ possibleKeys }) => possibleKeys),
  )
}

/** The keys of an act in one text, as far as they are listed and counted. */
function digestOf({ cuts, bounds }: ActAnswer): string {
  if (cuts === null) return JSON.stringify(bounds)
  return JSON.stringify(
    cuts.map(({ delay, leastKeys, possibleKeys, setCount, sets }) => {
      const listed = sets.map(({ keys, unknown }) => `${keys}|${unknown}`).sort()
      return [delay, leastKeys, possibleKeys, String(setCount), listed]
    }),
  )
}

function accountFacts(account: ControlAccount): readonly (readonly [string, string])[] {
  const kind = ['kind', account.kind] as const
  switch (account.kind) {
    case 'key':
      return [kind, ['unused', String(account.isUnused)]]
    case 'delegated':
      return [kind, ['delegate', account.delegate], ['opening', account.opening]]
    case 'unknown':
      return [kind, ['code', account.codeHash ?? 'not known']]
    case 'price_source':
      return [kind]
    case 'forwarder':
      return [kind, ['by', account.by ?? 'anybody']]
    case 'safe':
      return [
        kind,
        ['version', account.version],
        ['threshold', String(account.threshold)],
        ...account.owners.map((owner) => [`owner ${owner}`, 'yes'] as const),
        ...account.modules.map((module) => [`module ${module}`, 'yes'] as const),
        ['fallback handler', account.fallbackHandler],
        ['guard', account.guard],
        ['module guard', account.moduleGuard],
        ['complete', String(account.isComplete)],
      ]
    case 'timelock':
      return [
        kind,
        ['delay', String(account.minDelay)],
        ...(['admins', 'proposers', 'executors', 'cancellers'] as const).flatMap((role) =>
          account[role].map((holder) => [`${role.slice(0, -1)} ${holder}`, 'yes'] as const),
        ),
        ['complete', String(account.isComplete)],
      ]
    case 'authority':
      return [
        kind,
        ...authFacts(account),
        ...[...account.roles].map(
          ([user, roles]) => [`roles of ${user}`, rolesText(roles)] as const,
        ),
        ...[...account.capabilities].map(
          ([capability, roles]) => [`roles for ${capability}`, rolesText(roles)] as const,
        ),
        ...[...account.open].map((capability) => [`public ${capability}`, 'yes'] as const),
        ['complete', String(account.isComplete)],
      ]
    case 'contract': {
      const { part } = account
      const paused = 'isPaused' in part ? [['paused', String(part.isPaused)] as const] : []
      const strategists = part.of === 'manager' ? part.strategists : []
      const pausables = part.of === 'pauser' ? part.pausables : []
      const senders = part.of === 'pauser' ? [...part.senders] : []
      const hook = part.of === 'vault' ? part.hook : undefined
      const lock = part.of === 'teller' ? part.lockSeconds : undefined
      const providers = part.of === 'accountant' ? [...(part.providers ?? [])] : []
      const assets = part.of === 'teller' ? [...(part.assets ?? [])] : []
      const bridge = part.of === 'teller' ? part.bridge : undefined
      return [
        kind,
        ['contract', part.of],
        ...authFacts(account),
        ...paused,
        ...(hook === undefined ? [] : [['hook', hook] as const]),
        ...(lock === undefined ? [] : [['share lock', `${lock} s`] as const]),
        ...strategists.map((strategist) => [`root of ${strategist}`, 'set'] as const),
        ...pausables.map((pausable) => [`pausable ${pausable}`, 'yes'] as const),
        ...senders.map(([sender, target]) => [`sender ${sender}`, target] as const),
        ...providers.map(([asset, provider]) => [`price of ${asset}`, provider] as const),
        ...assets.map(([asset, isTaken]) => [`deposits of ${asset}`, String(isTaken)] as const),
        ...(bridge === undefined ? [] : bridgeFacts(bridge)),
        ['known code', String(account.isKnown)],
        ['functions', [...account.functions].sort().join(' ')],
      ]
    }
    case 'proxy':
      return [
        ['proxy admin', account.admin],
        ...accountFacts(account.behind).map(([fact, value]) => [`behind: ${fact}`, value] as const),
      ]
  }
}

function bridgeFacts({ endpoint, delegate, routes }: BridgeTie) {
  return [
    ['endpoint', endpoint],
    ['delegate at the endpoint', delegate ?? 'not known'],
    ...routes.map(
      ({ chain, library, ...terms }) =>
        [`messages of chain ${chain} by ${library ?? 'unknown code'}`, routeText(terms)] as const,
    ),
  ] as const
}

function routeText({
  isDefaultLibrary,
  verifiers,
}: Pick<MessageRoute, 'isDefaultLibrary' | 'verifiers'>): string {
  const library = isDefaultLibrary ? 'default library' : 'chosen library'
  if (verifiers === null) return `${library}, verifiers not known`
  const { required, optional, threshold, isDefaultRequired, isDefaultOptional } = verifiers
  const choice = (isDefault: boolean) => (isDefault ? 'default' : 'chosen')
  return `${library}, all of ${choice(isDefaultRequired)} [${required.join(', ')}], ${threshold} of ${choice(isDefaultOptional)} [${optional.join(', ')}]`
}

function authFacts({ auth }: Extract<ControlAccount, { readonly kind: 'authority' | 'contract' }>) {
  return [
    ['owner', auth.owner],
    ['authority', auth.authority],
  ] as const
}

/** Prints a map of roles as their numbers. */
export function rolesText(roles: bigint): string {
  const numbers = Array.from({ length: 256 }, (_, role) => role).filter(
    (role) => ((roles >> BigInt(role)) & 1n) === 1n,
  )
  return numbers.join(', ')
}
