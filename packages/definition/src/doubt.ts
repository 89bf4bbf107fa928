import { type Address, type Finding, isSameAddress } from '@vaultwright/base'
import type { AbiValue, Leaf } from '@vaultwright/manager'
import type { Action, Knowledge } from '@vaultwright/protocols'
import { chains, contractsAt, contractsOf, knownTokens, tokenOf } from '@vaultwright/registry'
import { knowledgeOfChain } from './chain-knowledge.ts'
import { chainIn, type Definition, type Path, strategistIn } from './definition.ts'
import type { ChainDefinition } from './definition-schema.ts'
import { expandStrategist, type Permit } from './expansion.ts'
import type { Whose } from './leaf-list.ts'
import { openNames } from './name-book.ts'
import type { ProtocolEntry } from './permission-schema.ts'
import { labelOf } from './sentence.ts'
import { numberOf } from './value.ts'

type Placed = { readonly definition: Definition; readonly chain: ChainDefinition }
/** Whatever is on record may keep a standard, too. */
const standards: ReadonlySet<string> = new Set(['erc_20', 'erc_4626'])

type ActionPermit = Extract<Permit, { readonly kind: 'action' }>

/**
 * Finds what a definition permits though its author may not have meant it.
 *
 * @param definition - the definition.
 * @param whose - chain, strategist, and what lock file and registry know.
 * @returns warnings in the order of the file: `all_actions` where an entry does not say which, `shadowed_name`
 *   and `similar_name` of names that others could be read for, `contradicted_fact` and `contradicted_decimals`
 *   of values that are not what is known, `same_token` and `unordered_tokens` of pairs that cannot be,
 *   `foreign_receiver` of a receiver that its chain cannot have, `unknown_base_asset`,
 *   `other_role` of an account that is on record as something else,
 *   `own_contract` of leaves that call the vault or its Manager.
 * @throws {MissingPartError} when the definition does not have the chain or the strategist.
 */
export function doubtsOf(definition: Definition, whose: Whose): readonly Finding[] {
  const chain = chainIn(definition, whose.chain)
  const strategist = strategistIn(chain, whose.strategist)
  const names = openNames(chain)
  const knowledge = knowledgeOfChain(definition, chain, whose.knowledge)
  const { permits } = expandStrategist({ chain, strategist, names, knowledge })
  const place = { definition, chain }
  const open = strategist.permissions.flatMap((entry, at) => {
    const path = ['chains', chain.chain.slug, 'strategists', strategist.name, 'permissions', at]
    return entry.kind === 'protocol' && !entry.isChosen ? [openingOf(entry, path, place)] : []
  })
  const acts = permits.flatMap((permit) => (permit.kind === 'action' ? [permit] : []))
  return withoutEqual([
    ...open,
    ...baseDoubtsOf(chain, place),
    ...nameDoubtsOf(names.used, place),
    ...permits.flatMap((permit) => (permit.kind === 'leaf' ? ownDoubtsOf(permit.leaf, chain) : [])),
    ...acts.flatMap((permit) => factDoubtsOf(permit, knowledge)),
    ...acts.flatMap((permit) => decimalDoubtsOf(permit, { knowledge, chainId: chain.chain.id })),
    ...acts.flatMap((permit) => roleDoubtsOf(permit, chain)),
    ...acts.flatMap(receiverDoubtsOf),
    ...acts.flatMap((permit) => pairDoubtsOf(permit, knowledge)),
  ])
}

function openingOf({ protocol, routes }: ProtocolEntry, path: Path, place: Placed): Finding {
  const actions = routes.map((route) => route.slice(protocol.length + 1))
  const count = actions.length === 1 ? 'its one action' : `all ${actions.length} actions`
  const message = `${lineOf(path, place)}an entry of ${protocol} does not say which actions, so it permits ${count}: ${actions.join(', ')}. Write actions: all if they are meant.`
  return warningOf('all_actions', message, { protocol, actions })
}

/** Names that permissions use and that a reader could take for another account. */
function nameDoubtsOf(used: ReadonlySet<string>, place: Placed): readonly Finding[] {
  const { chain } = place
  const own = (['addresses', 'tokens', 'drones'] as const).flatMap((list) =>
    [...chain[list]].map(([name, value]) => {
      const account = typeof value === 'string' ? value : value.address
      return { list, name, account }
    }),
  )
  const { id } = chain.chain
  const record = [
    ...knownTokens.flatMap((one) => (one.chainId === id ? [{ ...one, name: one.symbol }] : [])),
    ...contractsOf(id).map((one) => ({ ...one, name: one.label })),
  ].map(({ name, address }) => ({ name, account: address }))
  const namesakesIn = (list: readonly Named[], { name, account }: Named) => {
    const alike = list.filter((one) => one.name.toLowerCase() === name.toLowerCase())
    return alike.some((one) => one.name === name && isSameAddress(one.account, account))
      ? []
      : alike.filter((one) => !isSameAddress(one.account, account))
  }
  return own.flatMap(({ list, name, account }) => {
    if (!used.has(`${list}.${name}`)) return []
    const start = `${lineOf(['chains', chain.chain.slug, list, name], place)}${list}.${name} is ${account}`
    const others = own.filter((one) => one.name !== name)
    return [
      ...namesakesIn(others, { name, account }).map((other) => ({ other, where: 'here' })),
      ...namesakesIn(record, { name, account }).map((other) => ({ other, where: 'on record' })),
    ].map(({ other, where }) => {
      const code = other.name === name ? 'shadowed_name' : 'similar_name'
      const message = `${start}, while ${other.name} ${where} is ${other.account}. Choose a name that nobody takes for the other.`
      return warningOf(code, message, { list, name, account, other: other.account })
    })
  })
}

type Named = { readonly name: string; readonly account: Address }

/** What a definition says goes before what a chain told, so that the two must agree. */
function factDoubtsOf({ action, filled }: ActionPermit, knowledge: Knowledge): readonly Finding[] {
  return Object.entries(action.parameters).flatMap(([name, { fact }]) => {
    const value = filled.values[name]
    const account = fact === undefined ? undefined : filled.values[fact.of]
    if (fact === undefined || value === undefined || typeof account !== 'string') return []
    const told = knowledge.factOf(account as Address, fact.call)
    if (told === null || textOf(told) === textOf(value)) return []
    const who = labelOf(account as Address, knowledge)
    const protocol = action.route.slice(0, action.route.indexOf('/'))
    const message = `${protocol} is given ${textOf(value)} as ${name}, but ${who} answered ${textOf(told)} to ${fact.call}. Correct it, or refresh the lock file with --update.`
    const facts = { protocol, parameter: name, given: textOf(value), told: textOf(told) }
    return [warningOf('contradicted_fact', message, facts)]
  })
}

/** Decimals turn what people write into what is sent: a wrong one is another amount. */
function decimalDoubtsOf(permit: ActionPermit, known: Known): readonly Finding[] {
  return Object.values(permit.filled.values).flatMap((value) => {
    if (typeof value !== 'string') return []
    const onRecord = tokenOf(known.chainId, value)
    const said = known.knowledge.tokenOf(value as Address)
    if (onRecord === null || said === null || onRecord.decimals === said.decimals) return []
    const { symbol, address, decimals } = onRecord
    const message = `${symbol} (${address}) is said to have ${said.decimals} decimals, while on record it has ${decimals}. Correct the definition or the lock file.`
    return [warningOf('contradicted_decimals', message, { address, said: said.decimals, decimals })]
  })
}

type Known = { readonly knowledge: Knowledge; readonly chainId: number }

/** Who may call the vault or its Manager through the vault may undo what the tree forbids. */
function ownDoubtsOf({ target, signature }: Leaf, chain: ChainDefinition): readonly Finding[] {
  const own = (['vault', 'manager'] as const).find((name) => isSameAddress(target, chain[name]))
  if (own === undefined || (own === 'manager' && signature.startsWith('flashLoan('))) return []
  const message = `A leaf calls ${signature} of the ${own} itself, which may change what the tree permits. Leave it out unless that is meant.`
  return [warningOf('own_contract', message, { target, signature })]
}

/** A name may lead to an account that exists and is something else: a token where a pool is wanted. */
function roleDoubtsOf(
  { action, filled }: ActionPermit,
  chain: ChainDefinition,
): readonly Finding[] {
  const { id } = chain.chain
  const protocol = action.route.slice(0, action.route.indexOf('/'))
  if (standards.has(protocol)) return []
  return Object.entries(action.parameters).flatMap(([name, parameter]) => {
    const account = filled.values[name]
    const role = 'role' in parameter ? parameter.role : undefined
    if (role === undefined || typeof account !== 'string') return []
    const isRecorded = (one: { readonly protocol: string | null; readonly role: string }) =>
      one.protocol === protocol && one.role === role
    const known = contractsAt(id, account)
    if (known.some(isRecorded) || !contractsOf(id).some(isRecorded)) return []
    const what =
      tokenOf(id, account)?.symbol ??
      known[0]?.label ??
      ([chain.vault, chain.manager].some((own) => isSameAddress(own, account as Address))
        ? `an account of the vault itself`
        : undefined)
    if (what === undefined) return []
    const message = `${protocol} is given ${account} as ${name}, but on record that is ${what}. Correct it if another account is meant.`
    return [warningOf('other_role', message, { protocol, parameter: name, account })]
  })
}

/** On chains with accounts of 20 bytes the upper 12 of a receiver are nothing, or the token is lost. */
function receiverDoubtsOf({ action, filled }: ActionPermit): readonly Finding[] {
  const networks = Object.entries(action.parameters).flatMap(([name, parameter]) =>
    parameter.kind === 'network' ? [{ value: filled.values[name], ...parameter }] : [],
  )
  const there = networks.flatMap(({ value, numbering }) =>
    chains.filter((chain) => numberOf(chain, numbering) === value),
  )[0]
  if (there === undefined) return []
  return Object.entries(action.parameters).flatMap(([name, parameter]) => {
    const value = filled.values[name]
    if (parameter.kind !== 'word' || parameter.as !== 'account' || value === undefined) return []
    if (/^0x0{24}/.test(String(value))) return []
    const message = `${action.route} has ${name} ${String(value)}, which is no account of ${there.name}: the first 12 of its 32 bytes are not zero.`
    return [
      warningOf('foreign_receiver', message, { route: action.route, receiver: String(value) }),
    ]
  })
}

function baseDoubtsOf({ baseAsset }: ChainDefinition, place: Placed): readonly Finding[] {
  if (baseAsset === null) return []
  const found = openNames(place.chain).accountOf(baseAsset, { protocol: null, role: null })
  if (found.ok) return []
  const start = lineOf(['chains', place.chain.chain.slug, 'base_asset'], place)
  const message = `${start}base_asset cannot be: ${found.why}.`
  return [warningOf('unknown_base_asset', message, { name: baseAsset })]
}

/** Lists that are combined each with each give pairs that nobody meant. */
function pairDoubtsOf({ action, filled }: ActionPermit, knowledge: Knowledge): readonly Finding[] {
  const { token_in: sold, token_out: bought } = filled.values
  const swaps = typeof sold === 'string' && sold === bought
  const facts = { route: action.route }
  const same = `${action.route} is permitted from ${swaps ? labelOf(sold as Address, knowledge) : ''} to itself. Write pairs with each where lists give what is not meant.`
  return [
    ...(swaps ? [warningOf('same_token', same, { ...facts, token: sold })] : []),
    ...unorderedOf(action, filled.values).map(([low, high]) =>
      warningOf(
        'unordered_tokens',
        `${action.route} is permitted with a pair that no contract has: ${low} must have the lower address, ${high} the higher. Exchange the two.`,
        { ...facts, low: String(filled.values[low]), high: String(filled.values[high]) },
      ),
    ),
  ]
}

type Values = { readonly [name: string]: AbiValue }

function unorderedOf(
  { parameters }: Action,
  values: Values,
): readonly (readonly [string, string])[] {
  return Object.entries(parameters).flatMap(([high, parameter]) => {
    const low = parameter.kind === 'token' ? parameter.above : undefined
    if (low === undefined || values[low] === undefined || values[high] === undefined) return []
    return textOf(values[low]) < textOf(values[high]) ? [] : [[low, high] as const]
  })
}

function warningOf(code: string, message: string, facts: Finding['facts']): Finding {
  return { code, severity: 'warning', leaf: null, message, facts }
}

function lineOf(path: Path, { definition }: Placed): string {
  const place = definition.placeOf(path)
  return place === null ? '' : `Line ${place.line}: `
}

function textOf(value: AbiValue): string {
  return String(value).toLowerCase()
}

function withoutEqual(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((one) => [one.message, one])).values()]
}
