import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseTreeFile } from '@vaultwright/formats'
import { buildLeaf, isPadding } from '@vaultwright/manager'
import { callContextOf } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import { descriptionProblemOf } from './leaf-description.ts'

const fixtures = join(import.meta.dirname, '../../../../fixtures')
const naming = callContextOf(1, null)
const decoder = '0x1111111111111111111111111111111111111111'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const spender = '0x2222222222222222222222222222222222222222'
const otherAddress = '0x3333333333333333333333333333333333333333'

const approval = (description: string) =>
  buildLeaf({
    decoder,
    target: usdc,
    signature: 'approve(address,uint256)',
    arguments: [spender],
    description,
  })
const transfer = (description: string) =>
  buildLeaf({
    decoder,
    target: usdc,
    signature: 'transfer(address,uint256)',
    arguments: [spender],
    description,
  })

test('law: no description of an honest tree contradicts its leaf', () => {
  const names = [
    'trees/example-1024.json',
    ...readdirSync(join(fixtures, 'chain/trees')).map((name) => `chain/trees/${name}`),
  ]
  for (const name of names) {
    const { tree } = parseTreeFile(readFileSync(join(fixtures, name)))
    for (const leaf of tree.leaves.filter((each) => !isPadding(each))) {
      expect(descriptionProblemOf(leaf, naming), leaf.description).toBeNull()
    }
  }
})

test.each([
  [approval('Approve Aave to spend USDC'), null],
  [approval(`Approve ${spender} to spend usdc`), null],
  [approval(''), null],
  [transfer('Send USDC home'), null],
  [approval('Supply USDC to Aave'), 'does not say'],
  [approval(`Approve ${otherAddress} to spend USDC`), otherAddress],
  [approval('Approve Aave to spend WETH'), 'the token is USDC'],
  [transfer('Approve Aave to spend USDC'), 'the function is transfer'],
])('golden: %#', (leaf, why) => {
  const problem = descriptionProblemOf(leaf, naming)
  if (why === null) expect(problem).toBeNull()
  else expect(problem).toContain(why)
})
