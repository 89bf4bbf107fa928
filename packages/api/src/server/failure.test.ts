import { BaseError, type ErrorKind } from '@vaultwright/base'
import { operations } from '@vaultwright/wire'
import { expect, test } from 'vitest'
import {
  type AnswerKind,
  answerKinds,
  answerOf,
  answerOverrides,
  type FailureContext,
} from './failure.ts'

class MadeUpError extends BaseError {
  override readonly code: string
  override readonly kind: ErrorKind

  constructor(code: string, kind: ErrorKind, retryable = false) {
    super({
      message: 'Something at https://user:password@node.example is wrong. Repair it.',
      facts: { place: 'here' },
      retryable,
    })
    this.code = code
    this.kind = kind
  }
}

const builder: FailureContext = { area: 'builder', operation: operations.execute }
const data: FailureContext = { area: 'data', operation: operations.pushTree }
const plain: FailureContext = { area: 'data', operation: operations.createUser }
/** An error of each kind that is answered so, and of each code. */
const errorsOf = (answer: AnswerKind) => [
  ...Object.entries(answerKinds).flatMap(([kind, its]) =>
    its === answer ? [new MadeUpError(`some_${kind}`, kind as ErrorKind)] : [],
  ),
  ...Object.entries(answerOverrides).flatMap(([code, its]) =>
    its === answer ? [new MadeUpError(code, 'invalid_input')] : [],
  ),
]

test('default: what the caller gave cannot be used: 400 on the builder, the documented 422 elsewhere', () => {
  const error = new MadeUpError('unsound_tree', 'invalid_input')
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

test('behavior: each answer has its status', () => {
  const statuses = {
    malformed: 400,
    missing: 404,
    conflict: 409,
    large: 413,
    outside: 503,
    busy: 503,
    down: 503,
    bug: 500,
  } as const
  for (const [answer, status] of Object.entries(statuses)) {
    const errors = errorsOf(answer as AnswerKind)
    expect(errors.length).toBeGreaterThan(0)
    for (const error of errors)
      for (const context of [builder, data])
        expect([error.code, answerOf(error, context).status]).toEqual([error.code, status])
  }
})

test('behavior: what is not the caller’s to repair says nothing of where it happened', () => {
  const errors = [...errorsOf('outside'), ...errorsOf('down'), ...errorsOf('bug')]
  for (const error of errors)
    for (const context of [builder, data]) {
      const text = JSON.stringify(answerOf(error, context))
      for (const secret of ['node.example', 'password', 'here']) expect(text).not.toContain(secret)
    }
})

test('behavior: an error that is not ours is a bug, and shows only its status', () => {
  for (const error of [
    new TypeError('x of undefined'),
    'text',
    null,
    undefined,
    { code: 'SQLITE_ERROR' },
  ]) {
    const { status, body, isBug } = answerOf(error, data)
    expect({ status, body, isBug }).toEqual({
      status: 500,
      isBug: true,
      body: { error: { code: 'internal_error', message: 'Internal server error', details: {} } },
    })
  }
  expect(answerOf(new TypeError('x'), builder).body).toEqual({ detail: 'Internal server error' })
})

test('behavior: a chain that may answer later says when to ask again', () => {
  expect(answerOf(new MadeUpError('rpc_timeout', 'timeout', true), builder).headers).toHaveProperty(
    'retry-after',
  )
  expect(answerOf(new MadeUpError('wrong_chain', 'unsupported'), builder).headers).toBeUndefined()
  expect(answerOf(new MadeUpError('simulator_busy', 'overload'), builder).headers).toHaveProperty(
    'retry-after',
  )
})
