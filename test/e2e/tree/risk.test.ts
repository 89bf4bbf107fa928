import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask, example, root, run, scratch } from '../program.ts'

const folder = scratch()
const tree = (name: string) => join(root, 'fixtures/chain/trees', `${name}.json`)
const definition = join(root, 'fixtures/definitions/local-eth.yaml')

test('golden: the ways out of a tree, the worst first, with names of the definition', () => {
  const words = ['tree', 'risk', tree('local-eth-main-3'), '--definition', definition]
  const { code, out, err } = run(words)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain('risk   2 critical, 6 high')
  const first = out.indexOf('CRITICAL  free_payload')
  expect(first).toBeGreaterThan(0)
  expect(out.indexOf('MEDIUM')).toBeGreaterThan(out.indexOf('HIGH'))
  expect(out).toContain('Swap executor (definition) 0xC666…1fCC behind swap')
  expect(out).toMatch(
    /^ {2}call {2}slot 87: 1inch router v5 \(definition\) 0xFd0F…2438 0x12aa3caf/m,
  )
  expect(run([...words, '--addresses']).out).toContain('0xC666989908d3a341D1B2DeDB96eDDE86Dbda1fCC')
})

test('golden: JSON holds whole calls with their proofs', () => {
  const { root: treeRoot, counts, risks } = ask(['tree', 'risk', tree('local-eth-main-3')])
  expect(treeRoot).toMatch(/^0x[0-9a-f]{64}$/)
  expect(counts).toMatchObject({ unknown: 0, critical: 2 })
  expect(risks[0]).toMatchObject({ severity: 'critical', positions: [87, 88] })
  expect(risks[0].worst.proof.length).toBe(7)
  expect(risks[0].worst.value).toBe('0')
})

test('golden: what a change added, and what it fails on', () => {
  const words = ['tree', 'risk', tree('local-eth-main-3'), '--since', tree('local-eth-main-1')]
  const { out, code } = run(words)
  expect(code).toBe(0)
  expect(out).toContain('new ways out')
  expect(run([...words, '--fail-on', 'high']).code).toBe(1)
  const same = ['tree', 'risk', tree('local-eth-main-1'), '--since', tree('local-eth-main-1')]
  expect(run(same).out).toContain('No way out is new, wider or gone')
  expect(run([...same, '--fail-on', 'info']).code).toBe(0)
  expect(run(['tree', 'risk', tree('local-eth-main-3'), '--fail-on', 'critical']).code).toBe(1)
})

test('golden: Markdown for a review', () => {
  const { out } = run(['tree', 'risk', tree('local-eth-main-3'), '--format', 'markdown'])
  expect(out).toContain('| critical | free_payload |')
  expect(out).toContain('<details><summary>Worst calls</summary>')
})

test('refuses: a file that is not a tree, an unknown severity, and a chain without a name', () => {
  const file = join(folder, 'package.json')
  writeFileSync(file, '{"name":"x"}')
  expect(run(['tree', 'risk', file]).code).toBe(3)
  expect(run(['tree', 'risk', example, '--fail-on', 'terrible']).code).toBe(2)
  expect(run(['tree', 'risk', example, '--chain', 'nowhere']).code).toBe(2)
  expect(run(['tree', 'risk', example, '--vault', '0x12']).code).toBe(3)
})
