import type { Address } from '@vaultwright/base'
import { fileOf } from '@vaultwright/formats'
import { buildLeaf, buildLeafTree, type LeafParts } from '@vaultwright/manager'
import { ruleBook as rules } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import { localTree } from '../../../../test/support/node/local-chain.ts'
import { checkPolicy } from './policy.ts'
import { parsePolicy } from './policy-file.ts'

const account = (digit: string): Address => `0x${digit.repeat(40)}`
const vault = account('4')
const odos = 'swap((address,uint256,address,address,uint256,uint256,address),bytes,address,uint32)'
const swap = 'exactInput((bytes,address,uint256,uint256,uint256))'
const [token, otherToken, executor] = [account('1'), account('2'), account('3')]

const fileWith = (...leaves: readonly Pick<LeafParts, 'signature' | 'arguments'>[]) => {
  const accounts = { vault, manager: account('5'), accountant: null, decoder: null }
  const parts = { decoder: account('6'), target: account('7') }
  return fileOf(buildLeafTree(leaves.map((leaf) => buildLeaf({ ...parts, ...leaf }))), accounts)
}
const odosLeaf = { signature: odos, arguments: [token, otherToken, vault, executor] }
const swapLeaf = { signature: swap, arguments: [token, otherToken, vault] }
const findingsOf = (file: ReturnType<typeof fileWith>, rule: string) =>
  checkPolicy(file, parsePolicy(`version: 1\nfree: ${rule}\n`), { rules }).filter(({ code }) =>
    code.startsWith('policy_free'),
  )

test('golden: a recipient that nothing binds is against the policy, a bound one is not', () => {
  const [finding, ...further] = findingsOf(
    fileWith(odosLeaf, swapLeaf),
    '{ forbidden: [recipient] }',
  )
  expect(further).toEqual([])
  expect(finding).toMatchObject({
    code: 'policy_free',
    severity: 'error',
    leaf: 0,
    facts: { meaning: 'recipient', arguments: ['tokenInfo.inputReceiver'], positions: [0] },
  })
  expect(finding?.message).toContain('The caller chooses the recipient of')
})

test('law: what a rule forbids for some leaves or excepts for others, it judges for the rest alone', () => {
  const file = fileWith(odosLeaf, swapLeaf)
  const every = '[recipient, payload, minimum, market, amount, deadline]'
  const positionsOf = (rule: string) =>
    new Set(findingsOf(file, rule).flatMap(({ facts }) => facts.positions as number[]))
  expect(positionsOf(`{ forbidden: ${every} }`)).toEqual(new Set([0, 1]))
  expect(positionsOf(`{ forbidden: ${every}, for: ['${swap}'] }`)).toEqual(new Set([1]))
  expect(positionsOf(`{ forbidden: ${every}, except: ['${swap}'] }`)).toEqual(new Set([0]))
  expect(positionsOf(`{ forbidden: ${every}, except: ['${account('7')}'] }`)).toEqual(new Set())
})

test('golden: the free arguments of a tree of the local chain', () => {
  const local = localTree('local-eth-main-3')
  const findings = findingsOf(local, '{ forbidden: [recipient, spender, network, payload] }')
  expect(findings.map(({ message }) => message)).toMatchSnapshot()
})

test('refuses: an unknown function, which may leave anything free', () => {
  const file = fileWith({ signature: 'takeEverything(address)', arguments: [vault] })
  const [finding] = findingsOf(file, '{ forbidden: [recipient], severity: warning }')
  expect(finding).toMatchObject({ code: 'policy_free_unknown', severity: 'warning', leaf: 0 })
})

test('refuses: a meaning that no argument has, and a rule that forbids nothing', () => {
  for (const rule of ['{ forbidden: [luck] }', '{ forbidden: [] }', '{}']) {
    expect(() => parsePolicy(`version: 1\nfree: ${rule}`)).toThrow(
      expect.objectContaining({ code: 'policy_file' }),
    )
  }
})
