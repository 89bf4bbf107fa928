import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BaseError, ErrorKind } from '@vaultwright/base'
import { expect, test } from 'vitest'
import {
  answerKindOf,
  answerKinds,
  answerOverrides,
} from '../../packages/api/src/server/failure.ts'
import { exitCodeOf, exitCodes, exitOverrides } from '../../packages/cli/src/failure/exit.ts'
import {
  retryOverrides,
  retryPolicies,
  retryPolicyOf,
} from '../../workers/indexer/src/context/failure.ts'
import { codeOf, rooms, root, sourcesOf, textOf } from './house.ts'

type ErrorClass = {
  readonly name: string
  readonly file: string
  /** Null where it is the code of another error. */
  readonly code: string | null
  readonly kind: string | null
}

/** The bases of a class without a code: the language's own error, and a connection. */
const foreignBases: ReadonlySet<string> = new Set(['Error', 'Redis'])

const classes: readonly ErrorClass[] = rooms.flatMap((room) =>
  sourcesOf(room).flatMap((file) =>
    [...codeOf(textOf(file)).matchAll(/\b(abstract )?class (\w+) extends (\w+)[\s\S]*?\n}/g)]
      .filter((match) => match[1] === undefined && !foreignBases.has(match[3]!))
      .map(([text, , name]) => ({
        name: name!,
        file,
        code: /\breadonly code = '([^']+)'/.exec(text)?.[1] ?? null,
        kind: /\breadonly kind = '([^']+)'/.exec(text)?.[1] ?? null,
      })),
  ),
)
/** Refusals of the interface that the builders of both kinds of chains have: callers know them by one code. */
const shared = [
  'insufficient_balance',
  'invalid_parameters',
  'no_actions',
  'route_not_permitted',
  'transaction_too_large',
  'unknown_route',
]
const kinds = new Map(classes.flatMap(({ code, kind }) => (code === null ? [] : [[code, kind]])))

/** They stand for an error of another thread, file or process, and carry its code and kind. */
const carriers = [
  'BatchPartError',
  'ConsoleRefusal',
  'ReplayThreadError',
  'ThreadError',
  'TreeInputError',
]

test('behavior: every error class has a code of its own, in snake_case, shared refusals aside', () => {
  const codes = classes.flatMap(({ code }) => code ?? [])
  expect(codes.length).toBeGreaterThan(200)
  const repeated = codes.filter((code, index) => codes.indexOf(code) !== index)
  expect(repeated.sort()).toEqual(shared)
  expect(codes.filter((code) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(code))).toEqual([])
  const missing = classes.filter(({ code, name }) => code === null && !carriers.includes(name))
  expect(missing).toEqual([])
})

test('behavior: every error class says its kind', () => {
  const missing = classes.filter(({ kind, name }) => !isKind(kind) && !carriers.includes(name))
  expect(missing).toEqual([])
})

test('behavior: a pure room throws no bare Error', () => {
  const bare = rooms.flatMap((room) =>
    sourcesOf(room).filter((file) => /\bthrow new Error\(/.test(codeOf(textOf(file)))),
  )
  expect(bare).toEqual([])
})

test.each([
  ['api', answerKinds, answerOverrides],
  ['cli', exitCodes, exitOverrides],
  ['indexer', retryPolicies, retryOverrides],
] as const)(
  'behavior: the %s overrides the outcome of errors that exist, and only where it differs',
  (_, byKind, byCode) => {
    const outcomes: Readonly<Record<string, unknown>> = byKind
    const idle = Object.entries(byCode).filter(([code, outcome]) => {
      const kind = kinds.get(code)
      return kind === undefined || (kind !== null && outcomes[kind] === outcome)
    })
    expect(idle).toEqual([])
  },
)

test('golden: an error ends as it did when each process had a row for each code', () => {
  const golden = JSON.parse(
    readFileSync(join(root, 'test/house/error-outcome.json'), 'utf8'),
  ) as Readonly<Record<string, readonly [string | null, number | null, string | null]>>
  for (const [code, [answer, exit, policy]] of Object.entries(golden)) {
    const kind = (kinds.get(code) ?? 'invalid_input') as BaseError['kind']
    const error = { code, kind, retryable: false }
    expect([
      code,
      answer === null ? null : answerKindOf(error),
      exit === null ? null : exitCodeOf(error),
      policy === null ? null : retryPolicyOf(error),
    ]).toEqual([code, answer, exit, policy])
  }
})

function isKind(kind: string | null): kind is ErrorKind {
  return kind !== null && Object.hasOwn(exitCodes, kind)
}
