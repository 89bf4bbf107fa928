import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ask, example, root, run, scratch } from '../program.ts'

const folder = scratch()
const policyOf = (name: string) => join(root, 'fixtures/policy', name)
const tree = (name: string) => join(root, 'fixtures/chain/trees', `${name}.json`)
const check = (file: string, policy: string, ...words: string[]) => [
  'tree',
  'check',
  file,
  '--policy',
  policy,
  ...words,
]
type Finding = { code: string; severity: string }
const policyCodes = (findings: readonly Finding[]) =>
  findings.map(({ code }) => code).filter((code) => code.startsWith('policy_'))

test('default: a tree that keeps to its policy is sound', () => {
  const { code, out, err } = run(check(example, policyOf('example.yaml')))
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).not.toContain('[policy_')
})

test('behavior: a tree that breaks it is a no, with the leaves, in the form of the other findings', () => {
  const words = check(tree('local-eth-main-3'), policyOf('local-eth.yaml'))
  const { code, out } = run(words)
  expect(code).toBe(1)
  expect(out).toMatch(/^ {2}error {4}0x[0-9a-fA-F]{40} receives, .* \[policy_transfer\]$/m)
  const { ok, files } = ask(words)
  expect(ok).toBe(false)
  expect(policyCodes(files[0].findings)).toEqual(['policy_transfer', 'policy_transfer'])
  const first = files[0].findings.find(({ code }: Finding) => code === 'policy_transfer')
  expect(first).toMatchObject({ severity: 'error', facts: { positions: [87, 88] } })
  expect(run(['tree', 'check', tree('local-eth-main-3')]).code).toBe(0)
})

test('law: a definition that is trusted says of which protocol an account is', () => {
  const policy = join(folder, 'transfers.yaml')
  writeFileSync(policy, 'version: 1\ntransfers: {}\n')
  const words = check(tree('local-eth-lending'), policy)
  expect(policyCodes(ask(words).files[0].findings)).toEqual([
    'policy_transfer_unsure',
    'policy_transfer_unsure',
  ])
  const definition = ['--definition', join(root, 'fixtures/definitions/local-eth.yaml')]
  expect(run([...words, ...definition])).toMatchObject({ code: 0, err: '' })
  const alone = run(['tree', 'check', tree('local-eth-lending'), ...definition])
  expect({ code: alone.code, err: alone.err }).toEqual({
    code: 2,
    err: expect.stringContaining('--definition goes with --policy'),
  })
})

test('behavior: one policy for a folder, and warnings count with --strict', () => {
  const policy = join(folder, 'few.yaml')
  writeFileSync(policy, 'version: 1\nmaximum_leaves: { limit: 30, severity: warning }\n')
  const words = check(join(root, 'fixtures/chain/trees'), policy)
  expect(run(words).code).toBe(0)
  expect(run([...words, '--strict']).code).toBe(1)
  const { files } = ask(words)
  const over = files.filter(({ findings }: { findings: Finding[] }) => policyCodes(findings).length)
  expect(over).toHaveLength(5)
})

test('behavior: a policy from standard input, as JSON', () => {
  const input = readFileSync(policyOf('strict.json'))
  const { code, out } = run(check(tree('local-eth-main-1'), '-'), { input })
  expect(code).toBe(1)
  expect(out).toContain('[policy_value]')
})

test('error: PolicyFileError names line and column', () => {
  const policy = join(folder, 'wrong.yaml')
  writeFileSync(policy, 'version: 1\ntransfer:\n  allow: []\n')
  const { code, out, err } = run(check(example, policy))
  expect({ code, out }).toEqual({ code: 3, out: '' })
  expect(err).toContain(':2:1: transfer is not a key of a policy')
  expect(run(check(example, join(folder, 'none.yaml'))).code).toBe(3)
})

describe('policy infer', () => {
  test('law: a tree keeps to its policy, and the next tree shows what it permits besides', () => {
    const policy = join(folder, 'inferred.yaml')
    const { code, err } = run(['policy', 'infer', tree('local-eth-main-2'), '--out', policy])
    expect(code).toBe(0)
    expect(err).toContain(`wrote ${policy}`)
    expect(run(check(tree('local-eth-main-2'), policy)).out).not.toContain('[policy_')
    const later = ask(check(tree('local-eth-main-3'), policy))
    expect(policyCodes(later.files[0].findings)).toEqual(
      expect.arrayContaining(['policy_transfer', 'policy_target', 'policy_leaf_count']),
    )
  })

  test('behavior: for a program, with the policy itself', () => {
    const answer = ask(['policy', 'infer', tree('local-eth-lending'), '--name', 'Lending'])
    expect(answer).toMatchObject({ used: 22, policy: { name: 'Lending', maximum_leaves: 22 } })
  })

  test('refuses: a file in the way, a file that is not there, a tree without a vault', () => {
    const taken = join(folder, 'by-hand.yaml')
    writeFileSync(taken, 'version: 1\n')
    const words = ['policy', 'infer', tree('local-eth-main-1'), '--out', taken]
    const refusal = run(words)
    expect(refusal.code).toBe(1)
    expect(refusal.err).toContain('code: file_in_the_way')
    expect(readFileSync(taken, 'utf8')).toBe('version: 1\n')
    expect(run([...words, '--force']).code).toBe(0)
    expect(run(['policy', 'infer', join(folder, 'absent.json')]).code).toBe(3)
  })
})

test('golden: policy schema admits the examples and refuses a misspelt key', () => {
  const schema = JSON.parse(run(['policy', 'schema']).out)
  const isPolicy = new Ajv2020({ strict: false }).compile(schema)
  for (const name of ['example.yaml', 'local-eth.yaml', 'strict.json']) {
    const value = parse(readFileSync(policyOf(name), 'utf8'))
    expect(isPolicy(value), `${name} ${JSON.stringify(isPolicy.errors)}`).toBe(true)
    expect(isPolicy({ ...value, transfer: {} })).toBe(false)
  }
})
