import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseTreeFile } from '@vaultwright/formats'
import { buildLeaf, isPadding } from '@vaultwright/manager'
import { tokenOf } from '@vaultwright/registry'
import { expect, test } from 'vitest'
import { callContextOf } from '../meaning/value-text.ts'
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

const forwarded = (description: string) =>
  buildLeaf({
    decoder,
    target: otherAddress,
    signature: 'approveToken(address,address,uint256)',
    arguments: [usdc, spender],
    description,
  })
const pool = '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2'
const ofPool = (description: string) =>
  buildLeaf({
    decoder,
    target: usdc,
    signature: 'approve(address,uint256)',
    arguments: [pool],
    description,
  })
const renamed = (description: string) =>
  buildLeaf({
    decoder,
    target: tokenOf(1, 'FLUID')!.address,
    signature: 'approve(address,uint256)',
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
  [forwarded('Approve Curve pool to spend USDC'), null],
  [transfer('Send WETH home'), 'the leaf binds USDC'],
  [transfer('Send up to 100 USDC home'), 'a leaf binds no amount'],
  [transfer(`Send USDC to ${otherAddress}`), otherAddress],
  [approval('Approve Aave pool to spend USDC, at most 5 a day'), 'a leaf binds no amount'],
  [ofPool('Approve Aave v3 pool to spend USDC'), null],
  [ofPool('Approve Morpho to spend USDC'), 'the leaf is of Aave'],
  [renamed('Approve 1inch router to spend INST'), null],
])('golden: %#', (leaf, why) => {
  const problem = descriptionProblemOf(leaf, naming)
  if (why === null) expect(problem).toBeNull()
  else expect(problem).toContain(why)
})
