import { type Address, type Finding, isSameAddress } from '@vaultwright/base'
import type { AbiValue, Leaf } from '@vaultwright/manager'
import type { Action, KnownFacts } from '@vaultwright/protocols'
import { chains, contractsAt, contractsOf, tokenOf } from '@vaultwright/registry'
import type { Permit } from '../expand/expansion.ts'
import { labelOf } from '../expand/sentence.ts'
import { numberOf } from '../expand/value.ts'
import type { ChainDefinition } from '../schema/definition-schema.ts'

/** The facts that values are compared with. */
export type ComparedFacts = { readonly knownFacts: KnownFacts; readonly chain: ChainDefinition }

/** A doubt without its place. */
export type EntryDoubt = {
  readonly code: string
  readonly message: string
  readonly facts: Finding['facts']
}

type ActionPermit = Extract<Permit, { readonly kind: 'action' }>
type BoundValues = { readonly [name: string]: AbiValue }

/** Standards: an account on record may keep one of them, too. */
const standards: ReadonlySet<string> = new Set(['erc_20', 'erc_4626'])

/**
 * Finds values of one permission that contradict what is known, or that no call can have.
 *
 * @returns warnings; empty when there is nothing to doubt.
 */
export function valueDoubtsOf(permit: Permit, scope: ComparedFacts): readonly Finding[] {
  const { knownFacts, chain } = scope
  if (permit.kind === 'leaf') return ownDoubtsOf(permit.leaf, chain)
  return [
    ...factDoubtsOf(permit, knownFacts),
    ...decimalDoubtsOf(permit, scope),
    ...roleDoubtsOf(permit, chain),
    ...receiverDoubtsOf(permit),
    ...pairDoubtsOf(permit, knownFacts),
  ]
}

/** Makes the finding of a doubt. */
export function warningOf(code: string, message: string, facts: Finding['facts']): Finding {
  return { code, severity: 'warning', leaf: null, message, facts }
}

/** A definition goes before an answer of the chain, so that the two must agree. */
function factDoubtsOf(
  { action, boundAction }: ActionPermit,
  knownFacts: KnownFacts,
): readonly Finding[] {
  return Object.entries(action.parameters).flatMap(([name, { fact }]) => {
    const value = boundAction.values[name]
    const account = fact === undefined ? undefined : boundAction.values[fact.of]
    if (fact === undefined || value === undefined || typeof account !== 'string') return []
    const knownValue = knownFacts.factOf(account as Address, fact.call)
    if (knownValue === null || textOf(knownValue) === textOf(value)) return []
    const who = labelOf(account as Address, knownFacts)
    const { protocol } = action
    const message = `${protocol} is given ${textOf(value)} as ${name}, but ${who} answered ${textOf(knownValue)} to ${fact.call}. Correct it, or refresh the lock file with --update.`
    const facts = { protocol, parameter: name, given: textOf(value), told: textOf(knownValue) }
    return [warningOf('contradicted_fact', message, facts)]
  })
}

/** Decimals turn what people write into what is sent: a wrong one is another amount. */
function decimalDoubtsOf(
  permit: ActionPermit,
  { knownFacts, chain }: ComparedFacts,
): readonly Finding[] {
  return Object.values(permit.boundAction.values).flatMap((value) => {
    if (typeof value !== 'string') return []
    const onRecord = tokenOf(chain.chain.id, value)
    const knownToken = knownFacts.tokenOf(value as Address)
    if (onRecord === null || knownToken === null || onRecord.decimals === knownToken.decimals)
      return []
    const { symbol, address, decimals } = onRecord
    const message = `${symbol} (${address}) is said to have ${knownToken.decimals} decimals, while on record it has ${decimals}. Correct the definition or the lock file.`
    return [
      warningOf('contradicted_decimals', message, { address, said: knownToken.decimals, decimals }),
    ]
  })
}

/** Finds leaves that call the vault or its Manager: such calls may undo what the tree forbids. */
function ownDoubtsOf({ target, signature }: Leaf, chain: ChainDefinition): readonly Finding[] {
  const role = (['vault', 'manager'] as const).find((name) => isSameAddress(target, chain[name]))
  if (role === undefined || (role === 'manager' && signature.startsWith('flashLoan('))) return []
  const message = `A leaf calls ${signature} of the ${role} itself, which may change what the tree permits. Leave it out unless that is meant.`
  return [warningOf('own_contract', message, { target, signature })]
}

/** A name may lead to an account that exists and is something else: a token where a pool is wanted. */
function roleDoubtsOf(
  { action, boundAction }: ActionPermit,
  chain: ChainDefinition,
): readonly Finding[] {
  const { id } = chain.chain
  const { protocol } = action
  if (standards.has(protocol)) return []
  return Object.entries(action.parameters).flatMap(([name, parameter]) => {
    const account = boundAction.values[name]
    const role = 'role' in parameter ? parameter.role : undefined
    if (role === undefined || typeof account !== 'string') return []
    const isRecorded = (one: { readonly protocol: string | null; readonly role: string }) =>
      one.protocol === protocol && one.role === role
    const contracts = contractsAt(id, account)
    if (contracts.some(isRecorded) || !contractsOf(id).some(isRecorded)) return []
    const what =
      tokenOf(id, account)?.symbol ??
      contracts[0]?.label ??
      ([chain.vault, chain.manager].some((own) => isSameAddress(own, account as Address))
        ? `an account of the vault itself`
        : undefined)
    if (what === undefined) return []
    const message = `${protocol} is given ${account} as ${name}, but on record that is ${what}. Correct it if another account is meant.`
    return [warningOf('other_role', message, { protocol, parameter: name, account })]
  })
}

/** On chains with accounts of 20 bytes the upper 12 of a receiver are nothing, or the token is lost. */
function receiverDoubtsOf({ action, boundAction }: ActionPermit): readonly Finding[] {
  const networks = Object.entries(action.parameters).flatMap(([name, parameter]) =>
    parameter.kind === 'network' ? [{ value: boundAction.values[name], ...parameter }] : [],
  )
  const there = networks.flatMap(({ value, numbering }) =>
    chains.filter((chain) => numberOf(chain, numbering) === value),
  )[0]
  if (there === undefined) return []
  return Object.entries(action.parameters).flatMap(([name, parameter]) => {
    const value = boundAction.values[name]
    if (parameter.kind !== 'word' || parameter.as !== 'account' || value === undefined) return []
    if (/^0x0{24}/.test(String(value))) return []
    const message = `${action.route} has ${name} ${String(value)}, which is not an account of ${there.name}: the first 12 of its 32 bytes are not zero. Correct it unless that is meant.`
    return [
      warningOf('foreign_receiver', message, { route: action.route, receiver: String(value) }),
    ]
  })
}

/** Lists that are combined each with each give unintended pairs. */
function pairDoubtsOf(
  { action, boundAction }: ActionPermit,
  knownFacts: KnownFacts,
): readonly Finding[] {
  const { token_in: sold, token_out: bought } = boundAction.values
  const swaps = typeof sold === 'string' && sold === bought
  const facts = { route: action.route }
  const same = `${action.route} is permitted from ${swaps ? labelOf(sold as Address, knownFacts) : ''} to itself. Write pairs with each where lists give what is not meant.`
  return [
    ...(swaps ? [warningOf('same_token', same, { ...facts, token: sold })] : []),
    ...unorderedOf(action, boundAction.values).map(([low, high]) =>
      warningOf(
        'unordered_tokens',
        `${action.route} is permitted with a pair that no contract has: ${low} must have the lower address, ${high} the higher. Exchange the two.`,
        { ...facts, low: String(boundAction.values[low]), high: String(boundAction.values[high]) },
      ),
    ),
  ]
}

function unorderedOf(
  { parameters }: Action,
  values: BoundValues,
): readonly (readonly [string, string])[] {
  return Object.entries(parameters).flatMap(([high, parameter]) => {
    const low = parameter.kind === 'token' ? parameter.above : undefined
    if (low === undefined || values[low] === undefined || values[high] === undefined) return []
    return textOf(values[low]) < textOf(values[high]) ? [] : [[low, high] as const]
  })
}

function textOf(value: AbiValue): string {
  return String(value).toLowerCase()
}
