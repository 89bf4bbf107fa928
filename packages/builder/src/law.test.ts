import type { Address } from '@vaultwright/base'
import {
  type AbiValue,
  buildLeafTree,
  decodeManage,
  digestOf,
  isSameLeaf,
  type Leaf,
  verifyCalldata,
} from '@vaultwright/manager'
import { checksumOf, rootOf, verifyProof } from '@vaultwright/merkle'
import {
  type Action,
  type ActionParameter,
  approvalLeavesOf,
  approvalsOf,
  type Binding,
  boundSlotsOf,
  emptyFacts,
  encodeAction,
  leafOf,
  type Pattern,
  patternsOf,
  permissionsOf,
  protocols,
  ruleBook,
} from '@vaultwright/protocols'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { buildAction, buildActions } from './batch/build.ts'
import { constraintsOf } from './permission/constraint.ts'
import { type Manifest, manifestOf } from './permission/manifest.ts'
import type { BuildContext } from './permission/permission-index.ts'

const numRuns = runsOf(1 / 4)
const actions = protocols.flatMap((protocol) => protocol.actions)
/** Those that need nothing but values: what runs inside others has its own test. */
const plainActions = actions.filter(
  ({ parameters }) => !Object.values(parameters).some(({ kind }) => kind === 'actions'),
)
const accounts = Array.from({ length: 14 }, (_, at) =>
  checksumOf(`0x${(at + 1).toString(16).repeat(40)}`),
)
const [vault, manager, decoder, ...further] = accounts as [Address, Address, Address, ...Address[]]
const drone = further[0]!
const pool = further.slice(1)
const word = (digit: number) => `0x${digit.toString(16).padStart(2, '0').repeat(32)}` as const
const tokens = {
  ...emptyFacts,
  tokenOf: () => ({ symbol: 'TKN', decimals: 6, resetsApproval: false }),
}

type Planted = { readonly pattern: Pattern; readonly values: Binding; readonly isDrone: boolean }

/** A pattern with values for what it binds and for the tokens that it pulls, out of few accounts. */
function planted(from: readonly Action[]): fc.Arbitrary<Planted> {
  const account = fc.constantFrom(...pool)
  return fc
    .constantFrom(...from)
    .chain((action) => fc.constantFrom(...patternsOf(action, ruleBook)))
    .chain((pattern) => {
      const forms = new Map(
        pattern.pieces.flatMap((piece) => ('slot' in piece ? [[piece.slot, piece.form]] : [])),
      )
      const pulled = pattern.action.approvals.map(({ token }) => token)
      const slots = [...new Set([...boundSlotsOf(pattern), ...pulled])]
      const values = slots.map((slot) => {
        const { kind } = pattern.action.parameters[slot]!
        const length = pattern.size ?? 2
        if (kind === 'tokens') {
          return [slot, fc.shuffledSubarray(pool, { minLength: length, maxLength: length })]
        }
        if (kind === 'integer') return [slot, fc.bigInt({ min: 0n, max: 3n })]
        if (kind === 'network') return [slot, fc.bigInt({ min: 1n, max: 3n })]
        if (kind === 'word')
          return [slot, fc.integer({ min: 1, max: 3 }).map((one) => formed(one, forms.get(slot)))]
        return [slot, account]
      })
      const binding = fc.record(Object.fromEntries(values)) as fc.Arbitrary<Binding>
      const isDrone = fc.integer({ min: 0, max: 9 }).map((one) => one === 0)
      return fc.record({ pattern: fc.constant(pattern), values: binding, isDrone })
    })
}

function formed(digit: number, form: string | undefined) {
  const whole = word(digit)
  if (form === 'low20') return `0x${'0'.repeat(24)}${whole.slice(26)}`
  return form === 'first20' ? `${whole.slice(0, 42)}${'0'.repeat(24)}` : whole
}

function leavesOf({ pattern, values, isDrone }: Planted): readonly Leaf[] {
  const actor = isDrone
    ? { self: drone, manager, decoder, drone }
    : { self: vault, manager, decoder, drone: null }
  const approvals = approvalsOf(pattern.action, values).flatMap((wanted) =>
    approvalLeavesOf(wanted, actor),
  )
  return [leafOf(pattern, values, actor), ...approvals]
}

/** One decoder has one packing of a function: of two versions the first counts. */
function ofOneDecoder(plants: readonly Planted[]): readonly Planted[] {
  const packings = new Map<string, string>()
  return plants.filter(({ pattern }) => {
    const packing = pattern.decoders.join()
    const previous = packings.get(pattern.selector) ?? packing
    packings.set(pattern.selector, previous)
    return previous === packing
  })
}

function contextOf(drawn: readonly Planted[]): BuildContext {
  const plants = ofOneDecoder(drawn)
  const facts = new Map<string, AbiValue>()
  for (const { pattern, values } of plants) {
    for (const [name, { fact }] of Object.entries(pattern.action.parameters)) {
      const key = fact === undefined ? '' : `${values[fact.of]} ${fact.call}`
      if (values[name] !== undefined && !facts.has(key)) facts.set(key, values[name])
    }
  }
  const knownFacts = {
    ...tokens,
    factOf: (of: Address, call: string) => facts.get(`${of} ${call}`) ?? null,
  }
  const tree = buildLeafTree(plants.flatMap(leavesOf))
  return {
    tree,
    managerTree: tree,
    vault,
    manager,
    chainId: 1,
    knownFacts,
    reads: null,
    now: 1_700_000_000n,
  }
}

/** Some value for a parameter that nothing restricts, as a person would give it. */
function inputFor(
  name: string,
  parameter: ActionParameter,
  values: Readonly<Record<string, AbiValue>>,
): unknown {
  switch (parameter.kind) {
    case 'account':
    case 'token': {
      const isUpper = parameter.kind === 'token' && parameter.above !== undefined
      return isUpper ? pool.at(-1) : pool[0]
    }
    case 'tokens':
      return pool.slice(0, 1)
    case 'network':
      return 1
    case 'word':
      return parameter.startsWith === undefined
        ? word(7)
        : `${values[parameter.startsWith]}${'0'.repeat(24)}`
    case 'amount':
    case 'minimum':
      return '1'
    case 'amounts':
    case 'minimums':
    case 'integers': {
      return listOf(values).map(() => (parameter.kind === 'integers' ? String(parameter.min) : '1'))
    }
    case 'integer':
      return String(parameter.fallback ?? parameter.min)
    case 'flag':
      return true
    case 'bytes':
      return parameter.sample ?? parameter.fallback ?? '0x'
    case 'text':
      return parameter.sample ?? parameter.fallback ?? ''
    case 'raw':
      if (parameter.type.endsWith('[][]')) return JSON.stringify(listOf(values).map(() => []))
      return JSON.stringify(parameter.sample, (_, value) =>
        typeof value === 'bigint' ? String(value) : value,
      )
    case 'deadline':
      return 60
    case 'actions':
      throw new Error(name)
  }
}

/** The list that other lists go along with: its tokens, or any two. */
function listOf(values: Readonly<Record<string, AbiValue>>): readonly unknown[] {
  const list = Object.values(values).find((value) => typeof value === 'object')
  return typeof list === 'object' ? list : [1, 2]
}

/** A request for a combination, with values for all that is free; calldata is the action's own. */
function requestFor(route: string, texts: Readonly<Record<string, string>>) {
  const action = actions.find((one) => one.route === route)!
  const params: Record<string, unknown> = {}
  const typed: Record<string, AbiValue> = {}
  for (const [name, parameter] of Object.entries(action.parameters)) {
    if (parameter.kind !== 'tokens') continue
    // A list that nothing restricts holds what is to be one of it.
    const members = Object.entries(action.parameters).flatMap(([fieldName, parameter]) =>
      parameter.kind === 'token' && parameter.oneOf === name && texts[fieldName] !== undefined
        ? [texts[fieldName]]
        : [],
    )
    const further = pool.find((account) => !members.includes(account))!
    const free = members.length > 0 ? [...new Set(members), further] : pool.slice(0, 2)
    typed[name] = texts[name]?.split(',') ?? free
    params[name] = texts[name] ?? free
  }
  for (const [name, parameter] of Object.entries(action.parameters)) {
    if (parameter.kind === 'tokens') continue
    const text = texts[name]
    const list = parameter.kind === 'token' && parameter.oneOf ? typed[parameter.oneOf] : undefined
    // No pool exchanges a token for itself: a member that is not chosen yet.
    const chosen = Object.entries(action.parameters).flatMap(([field, one]) =>
      one.kind === 'token' && one.oneOf !== undefined ? [texts[field] ?? params[field]] : [],
    )
    const member =
      typeof list === 'object' ? (list.find((one) => !chosen.includes(one)) ?? list[0]) : undefined
    params[name] = text ?? member ?? inputFor(name, parameter, typed)
    const value = params[name]
    typed[name] =
      parameter.kind === 'amount'
        ? 1_000_000n
        : parameter.kind === 'network'
          ? BigInt(String(value))
          : (value as AbiValue)
  }
  const acting = 'account' in action.parameters ? 'acting_account' : 'account'
  const account = texts[acting]
  if (account !== undefined) params[acting] = account
  if (action.calldata !== null) {
    const self = (account ?? vault) as Address
    params[action.calldata] = encodeAction(action, { ...typed, self, manager })
  }
  return { route, params }
}

/** Every mix of the choices of a route, up to a limit, by parameter. */
function mixesOf({ params }: Manifest[string]): readonly Readonly<Record<string, string>>[] {
  const choiceLists = params.filter(
    ({ choices, name }) => (choices?.length ?? 0) > 0 && name !== 'flag',
  )
  return (
    choiceLists
      .reduce<readonly Readonly<Record<string, string>>[]>(
        (partial, { name, choices }) =>
          partial.flatMap((mix) =>
            choices!.map((choice) => ({
              ...mix,
              [name]: typeof choice === 'string' ? choice : choice[1],
            })),
          ),
        [{}],
      )
      // An exchange of a token for itself is refused before its leaves are looked for.
      .filter(({ token_in, token_out }) => token_in === undefined || token_in !== token_out)
      .slice(0, 40)
  )
}

const trees = fc.array(planted(plainActions), { minLength: 1, maxLength: 5 }).map(contextOf)
const alike = fc
  .constantFrom(...plainActions)
  .chain((action) => fc.array(planted([action]), { minLength: 2, maxLength: 5 }))
  .map(contextOf)

test.each(plainActions.map((action) => [action.route, action] as const))(
  'default: %s is buildable with its leaves, and proven',
  async (_, action) => {
    await fc.assert(
      fc.asyncProperty(planted([action]), async (plant) => {
        const context = contextOf([{ ...plant, isDrone: false }])
        const manifest = manifestOf(context)
        // What its approvals need of the chain is not planted for some: then the leaf is read, and nothing offered.
        const { claims } = permissionsOf(context.tree.leaves, { vault, manager }, context)
        expect(claims[0]?.pattern.selector).toBe(plant.pattern.selector)
        for (const route of Object.keys(manifest)) {
          const combinations = constraintsOf(context, route) ?? mixesOf(manifest[route]!)
          for (const combination of combinations.slice(0, 3)) {
            const request = requestFor(route, combination)
            const built = await attempt(context, request)
            if (typeof built === 'string') {
              if (isOpenList(route, combination)) continue
              expect(built, `${route} ${JSON.stringify(request.params)}`).toBe('leaf_missing')
              continue
            }
            for (const call of built.provenCalls) {
              expect(context.tree.leaves.some((leaf) => isSameLeaf(leaf, call.leaf))).toBe(true)
            }
            for (const { leaf, proof } of built.provenCalls) {
              expect(verifyProof(digestOf(leaf), proof, rootOf(context.tree.tree))).toBe(true)
            }
            const calls = decodeManage(built.calldata)
            expect(calls.map(({ target, data, value }) => [target, data, value])).toEqual(
              built.provenCalls.map(({ target, data, value }) => [
                checksumOf(target),
                data.toLowerCase(),
                value,
              ]),
            )
            const verdict = verifyCalldata(built.calldata, {
              tree: context.tree,
              rules: ruleBook,
              managerTree: context.tree,
            })
            // What a loan runs that is not asked of its own receiver, the Manager, is not known.
            const isElsewhere = calls.some(
              ({ target, data }) =>
                data.startsWith('0x5c38449e') &&
                `0x${data.slice(34, 74)}`.toLowerCase() !== target.toLowerCase(),
            )
            const expected = isElsewhere ? ['unproven'] : ['proven', 'conditional']
            expect(expected).toContain(verdict.verdict)
          }
        }
      }),
      { numRuns: Math.ceil(numRuns / 8) },
    )
  },
)

test('behavior: what is listed of a tree with holes can be built, approvals and all', async () => {
  let requestCount = 0
  const holes = fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(fc.oneof(trees, alike), holes, async (whole, slots) => {
      const leaves = whole.tree.leaves.filter((_, at) => !slots.includes(at))
      fc.pre(leaves.length > 0)
      const tree = buildLeafTree(leaves)
      const context = { ...whole, tree, managerTree: tree }
      for (const [route, entry] of Object.entries(manifestOf(context))) {
        for (const constraint of (constraintsOf(context, route) ?? mixesOf(entry)).slice(0, 5)) {
          if (isOpenList(route, constraint)) continue
          requestCount++
          const built = await attempt(context, requestFor(route, constraint))
          expect(typeof built === 'string' ? built : 'leaf_missing', route).toBe('leaf_missing')
        }
      }
    }),
    { numRuns: numRuns * 2 },
  )
  expect(requestCount).toBeGreaterThan(0)
})

/** True if the length of a list that its leaf does not bind comes from the leaf, and from no parameter. */
function isOpenList(route: string, texts: Readonly<Record<string, string>>): boolean {
  return route === 'merkl/claim' && texts.tokens === undefined
}

/** The result of a request: the build, or the code of a refusal that belongs to its value kind. */
async function attempt(context: BuildContext, request: Parameters<typeof buildAction>[1]) {
  try {
    return await buildAction(context, request)
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === 'leaf_missing') return code
    return message
  }
}

test('behavior: a mix of choices can be built if and only if it is a combination', async () => {
  await fc.assert(
    fc.asyncProperty(alike, async (context) => {
      const manifest = manifestOf(context)
      for (const [route, entry] of Object.entries(manifest)) {
        const combinations = constraintsOf(context, route)
        expect(entry.hasConstraints).toBe(combinations !== null)
        for (const mix of mixesOf(entry)) {
          const request = requestFor(route, mix)
          const built = await attempt(context, request)
          if (built === 'leaf_missing' || isOpenList(route, mix)) continue
          const isCombination = (combinations ?? [mix]).some((one) =>
            Object.entries(one).every(([name, text]) => text === String(request.params[name])),
          )
          expect(
            typeof built !== 'string',
            `${route} ${JSON.stringify(mix)} ${String(built)}`,
          ).toBe(isCombination)
        }
      }
    }),
    { numRuns },
  )
})

test('behavior: choices of what a leaf binds are never empty, and all labelled or none', () => {
  fc.assert(
    fc.property(trees, (context) => {
      for (const { params } of Object.values(manifestOf(context))) {
        expect(new Set(params.map(({ name }) => name)).size).toBe(params.length)
        for (const { choices, required, defaultValue, omitToUseAll } of params) {
          const labelled = (choices ?? []).filter((choice) => typeof choice !== 'string')
          expect([0, choices?.length ?? 0]).toContain(labelled.length)
          if (required) expect(choices).not.toBeNull()
          if (required || omitToUseAll) expect(defaultValue).toBeNull()
        }
      }
    }),
    { numRuns: numRuns * 4 },
  )
})

test('behavior: a batch is the calls of its actions in order, approvals merged in front', async () => {
  await fc.assert(
    fc.asyncProperty(trees, async (context) => {
      const manifest = manifestOf(context)
      const wishes = Object.entries(manifest).flatMap(([route, entry]) => {
        const [constraint] = constraintsOf(context, route) ?? mixesOf(entry)
        return constraint === undefined ? [] : [requestFor(route, constraint)]
      })
      const able = []
      for (const request of wishes)
        if (typeof (await attempt(context, request)) !== 'string') able.push(request)
      fc.pre(able.length > 0)
      const built = await buildActions(context, able)
      const calls = decodeManage(built.calldata)
      expect(calls.map(({ data }) => data)).toEqual(
        built.actions.flatMap((action) => action.calls.map(({ data }) => data.toLowerCase())),
      )
      expect(built.actions.map(({ route }) => route)).toEqual(able.map(({ route }) => route))
      const verdict = verifyCalldata(built.calldata, { tree: context.tree, rules: ruleBook })
      // What the data of a loan that another account takes does is known to that account alone.
      const judgedCalls = verdict.calls.filter(({ reasons }) =>
        reasons.every(({ reason }) => reason !== 'flash_loan_elsewhere'),
      )
      for (const call of judgedCalls) expect(['proven', 'conditional']).toContain(call.verdict)
      if (judgedCalls.length === verdict.calls.length)
        expect(['proven', 'conditional']).toContain(verdict.verdict)
    }),
    { numRuns },
  )
})
