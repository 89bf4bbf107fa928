import type { Address } from '@vaultwright/base'
import {
  buildAction,
  constraintsOf,
  InvalidParametersError,
  manifestOf,
  type TreeContext,
} from '@vaultwright/builder'
import { buildLeafTree } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import {
  type ActionParameter,
  approvalLeavesOf,
  approvalsOf,
  type Binding,
  boundSlotsOf,
  emptyFacts,
  leafOf,
  type Pattern,
  patternsOf,
  protocols,
  ruleBook,
} from '@vaultwright/protocols'
import { type WireAction, wireActionOf } from '@vaultwright/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../../../test/support/runs.ts'
import {
  type ActionField,
  type ActionInput,
  emptyInput,
  fieldsOf,
  fieldValueOf,
  withAll,
  withText,
} from './field.ts'
import { type FieldCombinations, fitFields } from './fit.ts'
import { formProblemsOf, paramsOf } from './form-check.ts'

const accounts = Array.from({ length: 14 }, (_, index) =>
  checksumOf(`0x${(index + 1).toString(16).repeat(40)}`),
)
const [vault, manager, decoder, drone, ...pool] = accounts as [
  Address,
  Address,
  Address,
  Address,
  ...Address[],
]
const actions = protocols.flatMap((protocol) => protocol.actions)
const patterns = actions.flatMap((action) => patternsOf(action, ruleBook))

/** Values for what a pattern binds, out of few accounts: so that they go together in some ways only. */
function bindingOf(pattern: Pattern): fc.Arbitrary<Binding> {
  const pulled = pattern.action.approvals.flatMap(({ token, spender }) => [token, spender])
  const slots = [...new Set([...boundSlotsOf(pattern), ...pulled])]
  const values = slots.flatMap((slot) => {
    const parameter = pattern.action.parameters[slot]
    return parameter === undefined ? [] : [[slot, valueFor(parameter, pattern.size ?? 2)] as const]
  })
  return fc.record(Object.fromEntries(values)) as fc.Arbitrary<Binding>
}

function valueFor({ kind }: ActionParameter, length: number): fc.Arbitrary<unknown> {
  if (kind === 'tokens') return fc.shuffledSubarray(pool, { minLength: length, maxLength: length })
  if (kind === 'integer' || kind === 'network') return fc.bigInt({ min: 1n, max: 3n })
  return kind === 'word' ? fc.constant(`0x${'0'.repeat(63)}7`) : fc.constantFrom(...pool)
}

/** A tree with several leaves of one action, and sometimes of a drone. */
const contexts = fc.constantFrom(...patterns).chain((pattern) =>
  fc
    .array(fc.tuple(bindingOf(pattern), fc.nat({ max: 4 })), { minLength: 1, maxLength: 5 })
    .map((plants): TreeContext => {
      const leaves = plants.flatMap(([values, chance]) => {
        const actor =
          chance === 0
            ? { self: drone, manager, decoder, drone }
            : { self: vault, manager, decoder, drone: null }
        const approvals = approvalsOf(pattern.action, values)
        return [
          leafOf(pattern, values, actor),
          ...approvals.flatMap((wanted) => approvalLeavesOf(wanted, actor)),
        ]
      })
      const tree = buildLeafTree(leaves)
      return { tree, vault, manager, chainId: 1, knownFacts: emptyFacts, reads: null }
    }),
)

type Wish = { readonly params: object; readonly fields: readonly ActionField[] }

/**
 * Why the builder refuses the choices of a request, apart from what is left to fill in: what one leaf binds and another
 * leaves free stands in the form as a text.
 */
async function refusalsOf(context: TreeContext, route: string, { params, fields }: Wish) {
  const isText = (name: unknown) => fields.some((one) => one.name === name && one.options === null)
  const place = { ...context, managerTree: context.tree, now: 1_700_000_000n }
  try {
    await buildAction(place, { route, params: { ...params } })
    return []
  } catch (error) {
    if (!(error instanceof InvalidParametersError)) return []
    return error.problems
      .filter(({ type }) => ['combination', 'enum', 'extra_forbidden', 'ambiguous'].includes(type))
      .filter(({ type, loc }) => type !== 'ambiguous' || !isText(loc.at(-1)))
      .map(({ msg }) => msg)
  }
}

/** Fills the choices of a form from what it offers, as chance has it. */
function fillChoices(
  fields: readonly ActionField[],
  combinations: FieldCombinations | null,
  pick: (count: number) => number,
): ActionInput {
  let input = emptyInput
  const open = fields.filter(({ options }) => options !== null).map(({ name }) => name)
  while (open.length > 0) {
    const [name] = open.splice(pick(open.length), 1)
    const fit = fitFields(fields, input, combinations).find(({ field }) => field.name === name)!
    const options = fit.options ?? []
    if (options.length === 0 || (!fit.field.isRequired && pick(2) === 0)) continue
    input = withText(input, name!, options[pick(options.length)]!.value)
  }
  return input
}

const wireManifest = (context: TreeContext): readonly (readonly [string, WireAction])[] =>
  Object.entries(manifestOf(context)).map(([route, action]) => [route, wireActionOf(action)])

test('law: the builder never refuses choices that the form offered, for any action', async () => {
  await fc.assert(
    fc.asyncProperty(contexts, fc.infiniteStream(fc.nat()), async (context, chance) => {
      const pick = (count: number) => chance.next().value % count
      for (const [route, action] of wireManifest(context)) {
        const fields = fieldsOf(action)
        const combinations = constraintsOf(context, route)
        expect(combinations !== null).toBe(action.has_constraints)
        const input = fillChoices(fields, combinations, pick)
        const fits = fitFields(fields, input, combinations)
        expect(fits.filter(({ isMisfit }) => isMisfit)).toEqual([])
        const problems = formProblemsOf(fields, input)
        const unset = fits.filter(({ field }) => field.options !== null && problems[field.name])
        expect(unset).toEqual([])
        const params = paramsOf(fields, input)
        expect(
          await refusalsOf(context, route, { params, fields }),
          `${route} ${JSON.stringify(params)}`,
        ).toEqual([])
      }
    }),
    { numRuns: runsOf(2) },
  )
})

test('law: the builder refuses every full mix that the form marks, and every value it hides', async () => {
  await fc.assert(
    fc.asyncProperty(contexts, fc.infiniteStream(fc.nat()), async (context, chance) => {
      const pick = (count: number) => chance.next().value % count
      for (const [route, action] of wireManifest(context)) {
        const combinations = constraintsOf(context, route)
        if (combinations === null) continue
        const fields = fieldsOf(action)
        const input = fields.reduce((partial, { name, options }) => {
          if (options === null) return partial
          return withText(partial, name, options[pick(options.length)]!.value)
        }, emptyInput)
        const isMarked = fitFields(fields, input, combinations).some(({ isMisfit }) => isMisfit)
        const params = paramsOf(fields, input)
        const refusals = await refusalsOf(context, route, { params, fields })
        expect(refusals.length > 0, `${route} ${JSON.stringify(input.texts)}`).toBe(isMarked)
      }
    }),
    { numRuns: runsOf(1) },
  )
})

const param = {
  name: 'amount',
  type: 'Decimal',
  description: 'How much',
  required: true,
  default_value: null,
  choices: [],
  min_value: null,
  max_value: null,
  omitToUseAll: false,
  acceptRawString: false,
} as const satisfies WireAction['params'][number]

function problemsWith(changes: Partial<WireAction['params'][number]>, input: ActionInput) {
  return formProblemsOf(fieldsOf({ params: [{ ...param, ...changes }] }), input)
}

const text = (value: string) => withText(emptyInput, 'amount', value)

test('law: a decimal that the form takes is sent as the text that was written', () => {
  const digits = fc.stringMatching(/^(0|[1-9]\d{0,40})(\.\d{1,30})?$/)
  fc.assert(
    fc.property(digits, (amount) => {
      const fields = fieldsOf({ params: [param] })
      expect(formProblemsOf(fields, text(amount))).toEqual({})
      expect(paramsOf(fields, text(amount))).toEqual({ amount })
    }),
  )
})

test('golden: all of it is a button, and an empty field is not all of it', () => {
  const all = { omitToUseAll: true, required: false, choices: null }
  expect(problemsWith(all, emptyInput).amount).toContain('take Max')
  const ticked = withAll(text('5'), 'amount', true)
  expect(problemsWith(all, ticked)).toEqual({})
  expect(paramsOf(fieldsOf({ params: [{ ...param, ...all }] }), ticked)).toEqual({})
  expect(paramsOf(fieldsOf({ params: [{ ...param, ...all }] }), text('5'))).toEqual({ amount: '5' })
})

test.each([
  ['Decimal', '1,5', 'is not a decimal number'],
  ['Decimal', '1e3', 'is not a decimal number'],
  ['int', '1.5', 'is not a whole number'],
  ['int', '9', 'is below 10'],
  ['int', '10000000000000000000001', 'is above 20'],
  ['Decimal', '20.000000000000000001', 'is above 20'],
  ['float', 'x', 'is not a decimal number'],
] as const)('refuses: %s %s', (type, value, message) => {
  const bounds = { min_value: 10, max_value: 20 }
  expect(problemsWith({ type, ...bounds }, text(value)).amount).toContain(message)
})

test('refuses: a missing value, a choice that is not there; a raw text is not read', () => {
  expect(problemsWith({}, emptyInput).amount).toContain('A value is missing')
  expect(problemsWith({ choices: ['a', 'b'] }, emptyInput).amount).toContain('Choose one')
  expect(problemsWith({ choices: ['a', 'b'] }, text('c')).amount).toContain(
    'not one of the choices',
  )
  expect(problemsWith({ acceptRawString: true }, text('max'))).toEqual({})
  expect(problemsWith({ choices: null, required: false }, emptyInput)).toEqual({})
})

test('golden: a choice clears nothing, what no longer fits is marked with what does fit', () => {
  const choice = (name: string, values: readonly string[]) => ({
    ...param,
    type: 'str' as const,
    name,
    choices: values.map((value) => [`label ${value}`, value]),
  })
  const fields = fieldsOf({ params: [choice('pool', ['p', 'q']), choice('asset', ['a', 'b'])] })
  const combinations = [
    { pool: 'p', asset: 'a' },
    { pool: 'q', asset: 'b' },
  ]
  const input = withText(emptyInput, 'pool', 'p')
  const [, offered] = fitFields(fields, input, combinations)
  expect(offered).toMatchObject({ hiddenCount: 1, isMisfit: false, options: [{ value: 'a' }] })
  const clash = withText(input, 'asset', 'b')
  const [pools, assets] = fitFields(fields, clash, combinations)
  expect(pools).toMatchObject({ isMisfit: true, options: [{ value: 'q' }] })
  expect(assets).toMatchObject({ isMisfit: true, options: [{ value: 'a' }] })
  expect(fields.map((field) => fieldValueOf(field, clash))).toEqual(['p', 'b'])
})

test('refuses: base58 values that differ by letter case are two, hex values are one', () => {
  const fieldOf = (value: string): ActionField => ({
    name: 'token',
    title: 'token',
    description: '',
    type: 'str',
    isRequired: true,
    options: [{ value, label: null }],
    canUseAll: false,
    fallback: null,
    min: null,
    max: null,
    isRaw: false,
    unit: null,
    example: '',
    suggestions: [],
  })
  const isMisfit = (value: string, wanted: string) =>
    fitFields([fieldOf(value)], withText(emptyInput, 'token', value), [{ token: wanted }])[0]!
      .isMisfit
  expect(isMisfit('EPjFWdd5', 'EPjfWdd5')).toBe(true)
  expect(isMisfit('EPjFWdd5', 'EPjFWdd5')).toBe(false)
  expect(isMisfit('0xAb', '0xaB')).toBe(false)
})
