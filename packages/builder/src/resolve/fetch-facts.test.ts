import type { Address } from '@vaultwright/base'
import {
  type AbiTuple,
  type AbiValue,
  buildLeafTree,
  encodeTuple,
  parseAbiTuple,
} from '@vaultwright/manager'
import {
  actionOf,
  approvalLeavesOf,
  approvalsOf,
  type Binding,
  emptyFacts,
  type FactSource,
  leafOf,
  parseFactCall,
  patternsOf,
  protocols,
  ruleBook,
} from '@vaultwright/protocols'
import { toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { buildAction } from '../batch/build.ts'
import { manifestOf } from '../permission/manifest.ts'
import type { BuildContext } from '../permission/permission-index.ts'
import type { BlockCall, Reads } from '../read/contract-reader.ts'
import { fetchFacts } from './fetch-facts.ts'

const of = (digit: string) => `0x${digit.repeat(40)}` as Address
const [vault, manager, decoder, account, token] = ['1', '2', '3', '4', '5'].map(of) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
const knownFacts = {
  ...emptyFacts,
  tokenOf: (one: Address) =>
    one === token ? { symbol: 'TKN', decimals: 6, resetsApproval: false } : null,
}
/** The answer of every account: the token, wherever an account is read. */
const facts = protocols
  .flatMap(({ actions }) => actions)
  .flatMap(({ route, parameters }) =>
    Object.values(parameters).flatMap(({ fact }) => (fact === undefined ? [] : [{ route, fact }])),
  )

/** Leaves of an action as the chain would have them: accounts differ, tokens that facts tell are the token. */
function contextFor(route: string, reads: Reads | null): BuildContext {
  const action = actionOf(route)!
  const [pattern] = patternsOf(action, ruleBook)
  const factParameters = Object.entries(action.parameters).filter(
    ([, { fact }]) => fact !== undefined,
  )
  const values = Object.fromEntries(
    Object.entries(action.parameters).map(([name, parameter], at): [string, AbiValue] => {
      const { kind } = parameter
      if (kind === 'token' && parameter.oneOf !== undefined)
        return [name, parameter.unlike === undefined ? token : account]
      if (kind === 'tokens') return [name, Array(pattern!.size ?? 1).fill(token)]
      if (kind === 'integer' || kind === 'network') return [name, 1n]
      if (kind === 'word') return [name, `0x${'dd'.repeat(32)}`]
      if (factParameters.some(([one]) => one === name)) return [name, token]
      return [
        name,
        name === action.target ? account : name === 'pool' ? of('d') : of('abcef'[at % 5]!),
      ]
    }),
  ) as Binding
  const actor = { self: vault, manager, decoder, drone: null }
  const approvals = approvalsOf(action, values).flatMap((wanted) => approvalLeavesOf(wanted, actor))
  const tree = buildLeafTree([leafOf(pattern!, values, actor), ...approvals])
  const managerTree = null
  const group = route.slice(0, route.indexOf('/'))
  const protocolsOf = (one: Address) => (one === account ? [group] : [])
  return {
    tree,
    managerTree,
    vault,
    manager,
    chainId: 1,
    reads,
    now: 1n,
    knownFacts: { ...knownFacts, protocolsOf },
  }
}

function answerTo({ call, returns }: FactSource) {
  const { field } = parseFactCall(call)
  const tuple = parseAbiTuple(returns)
  return encodeTuple(tuple, fieldsOf(tuple, field))
}

/** The second entry of a list that is read one by one. */
const second = `0x${account.slice(2).padStart(64, '0')}` as const

function fieldsOf(tuple: AbiTuple, field: string | null): readonly AbiValue[] {
  return tuple.fields.map(({ type, name }, at) => {
    if (type.kind === 'tuple') return fieldsOf(type, field)
    if (type.kind === 'array') return [token, account]
    if (type.kind !== 'word') return '0x'
    if (type.name === 'address')
      return (field === null ? at === 0 : name === field) ? token : account
    return type.name.startsWith('bytes') ? `0x${'dd'.repeat(32)}` : 1n
  })
}

/** A chain on which every account answers every fact; lists have two entries. */
function chainOf(): Reads & { readonly asked: BlockCall[][] } {
  const answers = new Map(
    facts.map(({ fact }) => [
      toFunctionSelector(`function ${parseFactCall(fact.call).signature}`),
      answerTo(fact),
    ]),
  )
  const requests: BlockCall[][] = []
  const reads: Reads = async (calls) => {
    requests.push([...calls])
    return calls.map(({ data }) => {
      const answer = answers.get(data.slice(0, 10) as `0x${string}`)
      const index = data.length === 74 ? BigInt(`0x${data.slice(10)}`) : 0n
      if (answer === undefined || index > 1n) return { ok: false, data: '0x' } as const
      if (index === 1n) return { ok: true, data: second } as const
      return { ok: true, data: answer } as const
    })
  }
  return Object.assign(reads, { asked: requests })
}

const routes = [...new Set(facts.map(({ route }) => route))]

test.each(routes)(
  'default: %s is listed and its facts are known once the chain was asked',
  async (route) => {
    const reads = chainOf()
    const context = contextFor(route, reads)
    const enriched = { ...context, knownFacts: await fetchFacts(context) }
    expect(Object.keys(manifestOf({ ...enriched, reads: null }))).toContain(route)
    expect(reads.asked.length).toBeLessThanOrEqual(2)
  },
)

test('behavior: questions of all leaves travel in one batch, and what is known is not asked', async () => {
  const reads = chainOf()
  const context = contextFor('erc_4626/deposit', reads)
  const learned = await fetchFacts(context)
  expect(reads.asked.map((calls) => calls.map(({ to }) => to))).toEqual([[account]])
  expect(await fetchFacts({ ...context, knownFacts: learned })).toBe(learned)
  expect(reads.asked).toHaveLength(1)
  expect(learned.factOf(account, 'asset()')).toBe(token)
})

test('behavior: what was known before goes before what the chain says', async () => {
  const context = contextFor('erc_4626/deposit', chainOf())
  const factOf = () => vault
  const learned = await fetchFacts({ ...context, knownFacts: { ...knownFacts, factOf } })
  expect(learned.factOf(account, 'asset()')).toBe(vault)
})

test('behavior: without a chain, and where accounts do not answer, nothing is learned', async () => {
  const offline = contextFor('erc_4626/deposit', null)
  expect(await fetchFacts(offline)).toBe(offline.knownFacts)
  const silent: Reads = async (calls) => calls.map(() => ({ ok: false, data: '0x' }))
  expect(await fetchFacts({ ...offline, reads: silent })).toBe(offline.knownFacts)
  const odd: Reads = async (calls) => calls.map(() => ({ ok: true, data: '0x1234' }))
  expect(await fetchFacts({ ...offline, reads: odd })).toBe(offline.knownFacts)
})

test('behavior: an action is built whose facts the chain alone tells', async () => {
  const binding = { token: vault, spender: account }
  const actor = { self: vault, manager, decoder, drone: null }
  const [approve] = patternsOf(actionOf('erc_20/approve')!, ruleBook)
  const context = contextFor('erc_4626/deposit', chainOf())
  // Two tokens may be pulled by the vault: leaves alone do not tell which one it takes.
  const tree = buildLeafTree([...context.tree.leaves, leafOf(approve!, binding, actor)])
  const request = { route: 'erc_4626/deposit', params: { amount: '1.5' } }
  const built = await buildAction({ ...context, tree }, request)
  expect(built.provenCalls.map(({ target }) => target)).toEqual([token, account])
})

test('behavior: what a guess from approvals says, the chain may correct', async () => {
  const context = contextFor('erc_4626/deposit', chainOf())
  const actor = { self: vault, manager, decoder, drone: null }
  const [approve] = patternsOf(actionOf('erc_20/approve')!, ruleBook)
  const [leaf] = context.tree.leaves
  const tree = buildLeafTree([leaf!, leafOf(approve!, { token: vault, spender: account }, actor)])
  const learned = await fetchFacts({ ...context, tree })
  expect(manifestOf({ ...context, tree })).toHaveProperty(['erc_4626/deposit'])
  expect(manifestOf({ ...context, tree, knownFacts: learned })).not.toHaveProperty([
    'erc_4626/deposit',
  ])
})

test('error: UnreadableAnswerError when what an action needs is answered with something else', async () => {
  const odd: Reads = async (calls) => calls.map(() => ({ ok: true, data: '0x1234' }))
  const context = { ...contextFor('erc_4626/deposit', odd) }
  const request = { route: 'erc_4626/deposit', params: { amount: '1' } }
  await expect(buildAction(context, request)).rejects.toMatchObject({ code: 'unreadable_answer' })
})

test('behavior: a drone that is known acts also where no leaf shows that it is one', () => {
  const drone = of('9')
  const actor = { self: drone, manager, decoder, drone }
  const [approve] = patternsOf(actionOf('erc_20/approve')!, ruleBook)
  const tree = buildLeafTree([leafOf(approve!, { token, spender: account }, actor)])
  const context = { tree, vault, manager, chainId: 1, knownFacts, reads: null }
  expect(manifestOf(context)).toEqual({})
  const manifest = manifestOf({ ...context, drones: [drone] })
  expect(manifest['erc_20/approve']?.params[0]).toMatchObject({
    name: 'account',
    defaultValue: drone,
  })
})
