import { BaseError } from '@vaultwright/base'
import { expect, test } from 'vitest'
import {
  accountsText,
  answerOf,
  definition,
  actions as svmActions,
  built as svmBuilt,
} from '../../../../test/solana/support/svm-answer.ts'
import {
  actions,
  built,
  damagedAt,
  evenly,
  type HonestAnswer,
  honest,
  nothing,
  orderRequest,
  place,
  request,
} from '../../../../test/support/call/saved-answer.ts'
import { simulationRecordOf } from '../../../../test/support/call/simulation-record.ts'
import { orderAnswer } from '../../../../test/support/swap/order-answer.ts'
import { leafPathsOf } from '../../../../test/support/swap/quote-damage.ts'
import { trading } from '../../../../test/support/swap/swap-answer.ts'
import type { AnswerInputs } from './answer-input.ts'
import { parseSavedRequest, type SavedAnswerKind, SavedRequestError } from './request.ts'
import { checkSavedAnswer, UnknownAnswerError } from './saved-answer.ts'

const { file } = trading

/**
 * Codes of what stays open of an honest answer: no record has the decimals of tokens of a local chain, and which of
 * several decoders stands at an address, and the time of the block, is the chain's to say.
 */
const openCodes: Partial<Record<SavedAnswerKind, readonly string[]>> = {
  quote: ['not_asked', 'not_asked'],
  market: ['not_asked', 'not_asked', 'chain_decides'],
  limit_order: ['chain_decides'],
}

test.each(honest)('golden: an honest answer of $kind follows', ({ kind, answer, inputs }) => {
  const checked = checkSavedAnswer(JSON.stringify(answer), inputs)
  expect(checked.kind).toBe(kind)
  expect(checked.reasons.filter(({ weight }) => weight === 'no')).toEqual([])
  const open = openCodes[kind] ?? []
  expect(checked.reasons.flatMap(({ weight, code }) => (weight === 'open' ? code : []))).toEqual(
    open,
  )
  expect(checked.answer).toBe(open.length > 0 ? 'open' : 'yes')
})

test.each(honest)(
  'law: an answer of $kind with one other value that a check reads is a No, or none of the interface',
  ({ answer, inputs, isRead }) => {
    const paths = leafPathsOf(answer).filter((path) => isRead(path.join('.')))
    const damaged = evenly(paths, 60).flatMap((path) => damagedAt(answer, path))
    expect(damaged.length).toBeGreaterThanOrEqual(20)
    const missed = damaged.filter(({ text, place: where }) => {
      try {
        return checkSavedAnswer(text, inputs).answer !== 'no'
      } catch (error) {
        expect(error, where).toBeInstanceOf(BaseError)
        return false
      }
    })
    expect(missed.map(({ place: where }) => where)).toEqual([])
  },
)

test.each(honest)(
  'law: an answer of $kind without its inputs is open, never a Yes',
  ({ answer }) => {
    expect(checkSavedAnswer(JSON.stringify(answer), nothing)).toMatchObject({ answer: 'open' })
  },
)

test.each(honest)(
  'law: an answer of $kind is never a Yes when one of its inputs is left out',
  (one) => {
    const names = (Object.keys(one.inputs) as (keyof AnswerInputs)[]).filter(
      (name) => name !== 'nowUnix' && one.inputs[name] !== null,
    )
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) {
      const checked = checkSavedAnswer(JSON.stringify(one.answer), { ...one.inputs, [name]: null })
      expect(
        checked.reasons.filter(({ weight }) => weight === 'no'),
        name,
      ).toEqual([])
      expect(checked.answer, name).toBe('open')
      expect(
        checked.reasons.some(({ code }) => code === 'not_given'),
        name,
      ).toBe(true)
    }
  },
)

test.each(honest.filter(({ inputs }) => inputs.tree !== null))(
  'law: an answer of $kind is open, not refused, on a chain without a record',
  (one) => {
    const { chain: _, ...fields } = one.inputs.request!
    const inputs = { ...one.inputs, request: request({ ...fields, chain: 'nowhere' }) }
    const { reasons, answer } = checkSavedAnswer(JSON.stringify(one.answer), inputs)
    expect(reasons.filter(({ weight }) => weight === 'no')).toEqual([])
    expect(answer).toBe('open')
  },
)

test('behavior: an order of tokens without known decimals is open, and by base units not', async () => {
  const answer = JSON.stringify({ data: await orderAnswer() })
  const check = (fields: object) => {
    const inputs = { ...nothing, tree: file, request: request({ ...orderRequest, ...fields }) }
    const { answer: word, reasons } = checkSavedAnswer(answer, inputs)
    return [word, ...reasons.flatMap(({ weight, code }) => (weight === 'note' ? [] : [code]))]
  }
  const chain = 'chain_decides'
  expect(check({})).toEqual(['open', chain])
  const shown = { raw_sell_amount: undefined, sell_amount: '1' }
  expect(check(shown)).toEqual(['open', chain, 'not_asked'])
  const priced = { raw_min_buy_amount: undefined, limit_price: '2600' }
  expect(check(priced)).toEqual(['open', chain, 'not_asked'])
  for (const amount of [{ raw_sell_amount: '1' }, { raw_min_buy_amount: '2600000001' }])
    expect(check(amount)).toContain('not_followed')
})

test('default: the answer to one action of Solana', () => {
  const { instructions, ...head } = answerOf(svmBuilt)
  const [report] = head.action_api_response
  const [{ route, params }] = svmActions as [(typeof svmActions)[0]]
  const check = (listed: typeof instructions) =>
    checkSavedAnswer(
      JSON.stringify({ ...head, action_api_response: { ...report, instructions: listed } }),
      {
        ...nothing,
        accounts: accountsText,
        request: request({
          chain: 'solana',
          vault_address: definition.vault,
          tail: route,
          params: { ...params },
        }),
      },
    )
  expect(check(instructions)).toMatchObject({ kind: 'solana_build', answer: 'yes' })
  expect(check([])).toMatchObject({ answer: 'no' })
})

test('refuses: what is no answer, and a request of another shape', () => {
  for (const text of ['', 'null', '[]', '{}', '{"data":{"a":1}}', '{"data":[]}'])
    expect(() => checkSavedAnswer(text, nothing), text).toThrow(UnknownAnswerError)
  const malformed = checkSavedAnswer('{"data":{"root_hash":"0x","tree":1}}', nothing)
  expect(malformed).toMatchObject({ kind: 'tree', answer: 'no' })
  expect(malformed.reasons[0]!.message).toContain('/data/')
  for (const value of [null, 5, {}, { hello: 1 }, { chain: 1 }, { chain: 'local', actions: [{}] }])
    expect(() => parseSavedRequest(value)).toThrow(SavedRequestError)
})

test('refuses: an answer for another vault, and one that does what was not asked for', () => {
  const [{ answer, inputs }] = honest as readonly [HonestAnswer]
  const check = (fields: object) =>
    checkSavedAnswer(JSON.stringify(answer), { ...inputs, request: request(fields) })
  const otherCheck = check({ ...place, vault_address: trading.relayer, actions })
  expect(otherCheck.reasons[0]).toMatchObject({ weight: 'no', code: 'not_asked' })
  const twice = [{ route: 'native_wrapper/wrap', params: { amount: '2' } }]
  expect(check({ ...place, actions: twice })).toMatchObject({ answer: 'no' })
})

test('refuses: an answer of another kind than was asked for, whatever fields it carries', () => {
  const of = (kind: SavedAnswerKind) => honest.find((one) => one.kind === kind)!
  const build = of('build')
  const check = (answer: object, inputs: AnswerInputs) =>
    checkSavedAnswer(JSON.stringify(answer), inputs)
  const disguised = { ...simulationRecordOf(built, trading), ...build.answer }
  expect(check(disguised, build.inputs)).toMatchObject({ kind: 'build', answer: 'yes' })
  for (const kind of ['quote', 'tree', 'daily', 'performance'] as const)
    expect(check(of(kind).answer, build.inputs)).toMatchObject({
      kind,
      answer: 'no',
      reasons: [{ code: 'not_asked' }],
    })
  expect(check(build.answer, of('quote').inputs)).toMatchObject({ kind: 'build', answer: 'no' })
})

test('behavior: the record of calldata that was given is held against it', () => {
  const record = simulationRecordOf(built, trading)
  const check = (calldata: string) =>
    checkSavedAnswer(JSON.stringify(record), {
      ...nothing,
      tree: file,
      request: request({ ...place, calldata }),
    })
  expect(check(built.calldata)).toMatchObject({ kind: 'simulation', answer: 'yes' })
  const otherCheck = check(`${built.calldata}00`)
  expect(otherCheck.answer).toBe('no')
  expect(otherCheck.reasons[0]!.message).toBe('It is not the calldata that you gave.')
})
