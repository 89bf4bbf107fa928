import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
