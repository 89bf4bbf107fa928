import { parseDefinition, parseLock } from '@vaultwright/definition'
import { parsePolicy } from '@vaultwright/review'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { plain } from '../terminal/style.ts'
import { fileProblemsOf, parseText, printFileProblems, type SourceText } from './file-problem.ts'
import { errorJsonOf, printError } from './print.ts'

const numRuns = runsOf(1)

function failureOf(source: SourceText, parse: (text: string) => unknown): unknown {
  try {
    parseText(source, parse)
  } catch (error) {
    return error
  }
  throw new Error('The text was read.')
}

test('law: whatever a file holds, each problem has one head line, and its mark stands under its column', () => {
  const text = fc.array(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), { maxLength: 6 })
  const place = fc.record({
    line: fc.option(fc.nat(8)),
    column: fc.option(fc.nat(300)),
    message: fc.string(),
  })
  fc.assert(
    fc.property(text, fc.array(place, { minLength: 1 }), (lines, problems) => {
      const source = { path: 'file.yaml', text: lines.join('\n') }
      const rows = problems.map((problem) => ({ ...problem, line: problem.line || null }))
      const printed = printFileProblems({ source, problems: rows }, plain)
      const heads = printed.filter((line) => line.startsWith('file.yaml'))
      expect(heads.length).toBeGreaterThanOrEqual(rows.length)
      for (const line of printed) expect(line.indexOf('\n')).toBe(line.length - 1)
      for (const line of printed) expect(line).not.toMatch(/[^\P{Cc}\n]/u)
    }),
    { numRuns },
  )
})

test('golden: every problem of a definition on a line of its own, with the line and a mark', () => {
  const source = { path: 'vault.yaml', text: 'name: Vault\nchains:\n  mainet:\n    vault: 0x12\n' }
  expect(printError(failureOf(source, parseDefinition), plain)).toMatchInlineSnapshot(`
    "error vault.yaml has 4 problems.
    vault.yaml:3:3: chains.mainet.manager is missing
      3 |   mainet:
            ^
    vault.yaml:3:3: chains.mainet.decoders is missing
      3 |   mainet:
            ^
    vault.yaml:3:3: chains.mainet.strategists is missing
      3 |   mainet:
            ^
    vault.yaml:4:5: chains.mainet.vault must be an address: 0x and 40 hex digits
      4 |     vault: 0x12
              ^
          code: definition_file
    "
  `)
})

test('golden: a policy and a lock file are shown alike; standard input has a name', () => {
  const policy = { path: '-', text: 'recipients: 5\nspender: []\n' }
  expect(printError(failureOf(policy, parsePolicy), plain)).toMatchInlineSnapshot(`
    "error <stdin> has 3 problems.
    <stdin>:1:1: version must be 1
      1 | recipients: 5
          ^
    <stdin>:1:1: recipients is not a key of a policy
      1 | recipients: 5
          ^
    <stdin>:2:1: spender is not a key of a policy
      2 | spender: []
          ^
          code: policy_file
    "
  `)
  const lock = { path: 'vaultwright.lock.json', text: '{\n  "version": 2,\n  "tool": 1\n}' }
  expect(printError(failureOf(lock, parseLock), plain)).toMatchInlineSnapshot(`
    "error vaultwright.lock.json has 3 problems.
    vaultwright.lock.json:1:1: chains: Invalid input: expected record, received undefined
      1 | {
          ^
    vaultwright.lock.json:1:1: it: Unrecognized key: "tool"
      1 | {
          ^
    vaultwright.lock.json:2:3: version: Invalid input: expected 1
      2 |   "version": 2,
            ^
          code: lock_file
    "
  `)
  const broken = { path: 'vaultwright.lock.json', text: '{\n  "version": 1,,\n}' }
  expect(printError(failureOf(broken, parseLock), plain)).toMatchInlineSnapshot(`
    "error vaultwright.lock.json has a problem.
    vaultwright.lock.json:2:16: it is not JSON (Expected double-quoted property name in JSON at position 17 (line 2 column 16))
      2 |   "version": 1,,
                         ^
          code: lock_file
    "
  `)
})

test('default: JSON names the file beside every problem', () => {
  const source = { path: 'policy.yaml', text: 'spender: []\n' }
  expect(errorJsonOf(failureOf(source, parsePolicy))).toMatchObject({
    code: 'policy_file',
    facts: {
      file: 'policy.yaml',
      problems: [{ line: 1 }, { line: 1, message: 'spender is not a key of a policy' }],
    },
  })
})

test('refuses: an error of no file, or without places, has none', () => {
  const source = { path: 'a', text: '' }
  expect(fileProblemsOf(new Error('no'))).toBeNull()
  expect(fileProblemsOf(null)).toBeNull()
  const thrown = failureOf(source, () => {
    throw new Error('no')
  })
  expect(fileProblemsOf(thrown)).toBeNull()
  expect(printError(thrown, plain)).toContain('This is a bug in vaultwright.')
})
