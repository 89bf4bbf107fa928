import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ask, root, run, scratch } from '../program.ts'

const tree = join(root, 'fixtures/chain/trees/local-eth-main-3.json')
const account = (digit: string) => `0x${digit.repeat(40)}`
const accounts = ['--vault', account('1'), '--manager', account('2'), '--decoder', account('3')]
const action = `owner/name@${'a'.repeat(40)}`

test('law: what init writes of a tree builds the very same root, and the tree keeps to its policy', () => {
  const folder = scratch()
  expect(run(['init', folder, '--tree', tree, '--chain', 'local']).code).toBe(0)
  const inFolder = { cwd: folder }
  expect(ask(['definition', 'check'], inFolder).ok).toBe(true)
  expect(ask(['tree', 'build', '--out', 'tree.json'], inFolder).root).toBe(
    ask(['tree', 'root', tree]).root,
  )
  expect(run(['tree', 'check', 'tree.json', '--policy', 'policy.yaml'], inFolder).code).toBe(0)
  expect(run(['tree', 'plan', '--current', 'tree.json', '--offline'], inFolder).code).toBe(0)
  expect(existsSync(join(folder, '.github'))).toBe(false)
})

test('golden: a vault without a tree begins with one permission, and all its files', () => {
  const folder = join(scratch(), 'vault')
  const words = ['init', folder, '--chain', 'base', '--action', action, ...accounts]
  const { code, out } = run(words)
  expect(code).toBe(0)
  expect(out.replaceAll(folder, '<folder>')).toMatchSnapshot('answer')
  expect(readFileSync(join(folder, 'vault.yaml'), 'utf8')).toMatchSnapshot('definition')
  expect(readFileSync(join(folder, 'policy.yaml'), 'utf8')).toMatchSnapshot('policy')
  const inFolder = { cwd: folder }
  expect(ask(['definition', 'check'], inFolder).trees[0].leafCount).toBe(2)
  expect(run(['tree', 'build', '--out', 'tree.json'], inFolder).code).toBe(0)
  expect(run(['tree', 'check', 'tree.json', '--policy', 'policy.yaml'], inFolder).code).toBe(0)
  expect(run(['tree', 'risk', 'tree.json', '--fail-on', 'high'], inFolder).code).toBe(0)
  const workflow = parse(readFileSync(join(folder, '.github/workflows/vaultwright.yml'), 'utf8'))
  const reusable = parse(readFileSync(join(root, '.github/workflows/tree-plan.yml'), 'utf8'))
  const { uses, with: inputs } = workflow.jobs.plan
  expect(uses).toBe(`owner/name/.github/workflows/tree-plan.yml@${'a'.repeat(40)}`)
  expect(Object.keys(reusable.on.workflow_call.inputs)).toEqual(
    expect.arrayContaining(Object.keys(inputs)),
  )
})

describe('refuses, and writes nothing', () => {
  const refused: Readonly<Record<string, readonly [words: readonly string[], text: RegExp]>> = {
    'all that is missing, at once': [[], /--chain, --vault, --manager, --decoder are missing/],
    'a branch in place of a commit': [
      ['--chain', 'base', '--action', 'owner/name@main', ...accounts],
      /"owner\/name@main" names no commit/,
    ],
    'a chain that is not known': [['--chain', 'bas', ...accounts], /"bas" is not a known chain/],
    'a vault that is no address': [
      ['--chain', 'base', '--vault', '0x12', ...accounts.slice(2)],
      /"0x12" is not an address/,
    ],
  }
  for (const [name, [words, text]] of Object.entries(refused)) {
    test(`refuses: ${name}`, () => {
      const folder = scratch()
      const { code, err } = run(['init', folder, ...words])
      expect(code).toBeGreaterThan(1)
      expect(err).toMatch(text)
      expect(readdirSync(folder)).toEqual([])
    })
  }

  test('refuses: a file that somebody wrote', () => {
    const folder = scratch()
    writeFileSync(join(folder, 'policy.yaml'), 'version: 1\n')
    const { code, err } = run(['init', folder, '--chain', 'base', ...accounts])
    expect(code).toBe(1)
    expect(err).toContain('policy.yaml')
    expect(readdirSync(folder)).toEqual(['policy.yaml'])
  })
})
