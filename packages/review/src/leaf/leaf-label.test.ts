import { buildLeaf, buildRuleBook } from '@vaultwright/manager'
import { roleOf } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import { buildLabeller } from './leaf-label.ts'

const rule = (name: string) => ({
  signature: `withdraw(address ${name}, uint256 amount)`,
  packs: name,
})
const book = (...names: string[]) =>
  buildRuleBook(names.map((name, index) => ({ decoder: `D${index}`, functions: [rule(name)] })))
const leaf = buildLeaf({
  decoder: `0x${'11'.repeat(20)}`,
  target: `0x${'22'.repeat(20)}`,
  signature: 'withdraw(address,uint256)',
  arguments: [`0x${'33'.repeat(20)}`],
})
const labelOf = (...names: string[]) =>
  buildLabeller(book(...names), [leaf]).labelled(leaf).labels[0] ?? null

test('default', () => {
  expect(labelOf('asset')).toBe('asset')
  expect(buildLabeller(null, [leaf]).labelled(leaf)).toMatchObject({
    labels: [null],
    fit: 'unknown',
  })
})

test('behavior: decoders that pack alike under other names all have a say', () => {
  expect(labelOf('asset', 'claimer')).toBe('asset or claimer')
  expect(roleOf(labelOf('asset', 'claimer') ?? '')).toBe('recipient')
  expect(labelOf('receiver', '_receiver', 'receiver_')).toBe('receiver')
})
