import { programErrorOf, systemProgram, tokenProgram } from '@vaultwright/svm'
import { expect, test } from 'vitest'
import { failedProgramOf, svmFailureOf } from './simulation-failure.ts'

const context = { logs: [], programs: [systemProgram, tokenProgram], nameOf: programErrorOf }

test('golden: the number belongs to the program that failed first, not to the one that called it', () => {
  const logs = [
    'Program 11111111111111111111111111111111 success',
    'Program TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA failed: custom program error: 0x1',
    'Program 11111111111111111111111111111111 failed: custom program error: 0x1',
  ]
  const err = { InstructionError: [0, { Custom: 1 }] }
  const failure = svmFailureOf(err, { ...context, logs })
  expect(failure).toMatchObject({ instruction: 0, program: tokenProgram, programCode: 1 })
  expect(failure.name).toBe('InsufficientFunds')
  expect(svmFailureOf(err, context)).toMatchObject({ program: systemProgram })
})

test('golden: a number without a name keeps its number, and a failure of the runtime has words', () => {
  const nameless = svmFailureOf({ InstructionError: [1, { Custom: 4711 }] }, context)
  expect(nameless).toMatchObject({ name: 'Custom', programCode: 4711, program: tokenProgram })
  expect(nameless.text).toContain('error 4711')
  const runtime = svmFailureOf({ InstructionError: [1, 'MissingRequiredSignature'] }, context)
  expect(runtime).toMatchObject({ name: 'MissingRequiredSignature', programCode: null })
  expect(runtime.text).toBe(
    `Instruction 1 fails in program ${tokenProgram}: missing required signature.`,
  )
})

test('golden: a number without a name here has the one that the failed program logs, no other', () => {
  const [vault, otherProgram] = ['KLend2g3cP87fffoy8q1mQqGKjrxjC8boSyAYavgmjD', systemProgram]
  const line = (code: number) =>
    `Program log: AnchorError occurred. Error Code: ReserveStale. Error Number: ${code}. Error Message: Reserve is stale.`
  const err = { InstructionError: [0, { Custom: 6009 }] }
  const failureOf = (...inside: readonly string[]) =>
    svmFailureOf(err, {
      ...context,
      logs: [
        `Program ${vault} invoke [1]`,
        ...inside,
        `Program ${vault} failed: custom program error: 0x1779`,
      ],
    })
  expect(failureOf(line(6009))).toMatchObject({
    name: 'ReserveStale',
    text: `Instruction 0 fails in program ${vault}: ReserveStale (6009). The program says: Reserve is stale.`,
  })
  expect(failureOf(line(6010)).name).toBe('Custom')
  const called = [
    `Program ${otherProgram} invoke [2]`,
    line(6009),
    `Program ${otherProgram} success`,
  ]
  expect(failureOf(...called).name).toBe('Custom')
})

test.each([
  [
    'AccountNotFound',
    'AccountNotFound',
    'The fee payer does not exist on the chain. Send it some SOL.',
  ],
  ['Some Other', 'Some Other', 'The transaction would fail: some other.'],
  [
    { InsufficientFundsForRent: { account_index: 3 } },
    'InsufficientFundsForRent',
    'The transaction would fail: insufficient funds for rent. ({"account_index":3})',
  ],
  [{}, 'unknown', 'The transaction would fail: unknown.'],
  [7, 'unknown', 'The transaction would fail: unknown. (7)'],
  [
    { InstructionError: 'x' },
    'InstructionError',
    'The transaction would fail: instruction error. ("x")',
  ],
])('golden: %j of the whole transaction', (err, name, text) => {
  expect(svmFailureOf(err, context)).toMatchObject({
    instruction: null,
    program: null,
    name,
    text,
    err,
  })
})

test('refuses: a program that logs of a failure is not taken for one that fails', () => {
  expect(failedProgramOf(['Program log: Program 1111111111111111 failed: no'])).toBeNull()
  expect(failedProgramOf(['Program 1111 failed: no', 'Program return: x'])).toBeNull()
})
