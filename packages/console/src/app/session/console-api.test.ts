import { afterEach, expect, test, vi } from 'vitest'
import { askConsole } from './console-api.ts'

const subject = { kind: 'packet', hash: `0x${'1'.repeat(64)}` } as const
const policy = { required: 2, managers: [], proposers: [], deactivated: [] }
const reviewBy = (rules: object) => ({
  data: { record: { format: 'vaultwright-review-1', subject, entries: [] }, policy: rules },
})

function answerWith(body: BodyInit): void {
  vi.stubGlobal('fetch', async () => new Response(body))
}

afterEach(() => vi.unstubAllGlobals())

test('golden: an answer keeps fields that the schema does not know', async () => {
  const review = reviewBy({ ...policy, quorum: 'all' })
  answerWith(JSON.stringify(review))
  expect(await askConsole('getReview', subject)).toEqual(review)
})

test.each([
  ['without a field of its schema', JSON.stringify(reviewBy({ ...policy, managers: undefined }))],
  ['with a field of another shape', JSON.stringify(reviewBy({ ...policy, required: '2' }))],
  ['that is not JSON', '<p>Sign in</p>'],
])('refuses: an answer %s', async (_, body) => {
  answerWith(body)
  await expect(askConsole('getReview', subject)).rejects.toMatchObject({
    code: 'client_malformed_response',
  })
})

test('refuses: an answer whose body ends early', async () => {
  answerWith(new ReadableStream({ start: (controller) => controller.error(new Error('reset')) }))
  await expect(askConsole('getReview', subject)).rejects.toMatchObject({ code: 'console_away' })
})
