import { protocols } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import { bundleOf, floorBudget, protocolBudget, protocolModules, verifyWith } from './bundle.ts'

const nameOf = (name: string) => name.replaceAll('_', '-')

test('law: no protocol adds more than its budget to what verifies', async () => {
  const floor = await bundleOf(verifyWith([]))
  expect(floor.size).toBeLessThanOrEqual(floorBudget)
  expect(protocolModules(floor.modules)).toEqual([])
  const sizes: (readonly [string, number])[] = []
  for (const { name } of protocols) {
    const { size, code } = await bundleOf(verifyWith([nameOf(name)]))
    expect(code, `${name} carries actions`).not.toContain(`"${name}/`)
    sizes.push([name, size - floor.size])
  }
  const largest = sizes.toSorted(([, one], [, other]) => other - one).slice(0, 5)
  console.log(`without rules ${floor.size}; the largest add:`, JSON.stringify(largest))
  expect(sizes.filter(([, more]) => more > protocolBudget)).toEqual([])
})
