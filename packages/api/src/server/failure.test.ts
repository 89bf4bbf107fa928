import { BaseError } from '@vaultwright/base'
import { operations } from '@vaultwright/wire'
import { expect, test } from 'vitest'
import { errorKinds } from './error-kind.ts'
import { answerOf, type FailureContext } from './failure.ts'

class MadeUpError extends BaseError {
  override readonly code: string

  constructor(code: string, retryable = false) {
    super({
      message: 'Something at https://user:password@node.example is wrong. Repair it.',
      facts: { place: 'here' },
      retryable,
    })
    this.code = code
  }
}

const builder: FailureContext = { area: 'builder', operation: operations.execute }
const data: FailureContext = { area: 'data', operation: operations.pushTree }
const plain: FailureContext = { area: 'data', operation: operations.createUser }
const codesOf = (kind: string) =>
  Object.entries(errorKinds).flatMap(([code, its]) => (its === kind ? [code] : []))

test('default: what the caller gave cannot be used: 400 on the builder, the documented 422 elsewhere', () => {
  const error = new MadeUpError('unsound_tree')
  expect(answerOf(error, builder)).toMatchObject({
    status: 400,
    body: { detail: { error: error.message, details: { code: 'unsound_tree', place: 'here' } } },
  })
  expect(answerOf(error, data)).toMatchObject({
    status: 422,
    body: { error: { code: 'tree_invalid', details: { reason: 'unsound_tree', place: 'here' } } },
  })
  expect(answerOf(error, plain)).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body'], type: 'unsound_tree' }] },
  })
})

test('behavior: each fate has its status', () => {
  const statuses = { missing: 404, conflict: 409, outside: 503, busy: 503, down: 503, bug: 500 }
  for (const [kind, status] of Object.entries(statuses)) {
    const codes = codesOf(kind)
    expect(codes.length).toBeGreaterThan(0)
    for (const code of codes)
      for (const context of [builder, data])
        expect([code, answerOf(new MadeUpError(code), context).status]).toEqual([code, status])
  }
})

test('behavior: what is not the caller’s to repair says nothing of where it happened', () => {
  const codes = [...codesOf('outside'), ...codesOf('down'), ...codesOf('bug'), 'never_heard_of']
  for (const code of codes)
    for (const context of [builder, data]) {
      const said = JSON.stringify(answerOf(new MadeUpError(code), context))
      for (const secret of ['node.example', 'password', 'here']) expect(said).not.toContain(secret)
    }
})

test('behavior: an error that is not ours is a bug, and only its status is told', () => {
  for (const error of [
    new TypeError('x of undefined'),
    'text',
    null,
    undefined,
    { code: 'SQLITE_ERROR' },
  ]) {
    const { status, body, isBug } = answerOf(error, data)
    expect({ status, body, isBug }).toEqual({
      ...{ status: 500, isBug: true },
      body: { error: { code: 'internal_error', message: 'Internal server error', details: {} } },
    })
  }
  expect(answerOf(new TypeError('x'), builder).body).toEqual({ detail: 'Internal server error' })
})

test('behavior: a chain that may answer later says when to ask again', () => {
  expect(answerOf(new MadeUpError('rpc_timeout', true), builder).headers).toHaveProperty(
    'retry-after',
  )
  expect(answerOf(new MadeUpError('wrong_chain'), builder).headers).toBeUndefined()
  expect(answerOf(new MadeUpError('simulator_busy'), builder).headers).toHaveProperty('retry-after')
})
