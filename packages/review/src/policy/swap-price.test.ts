import type { Address } from '@vaultwright/base'
import { fileOf } from '@vaultwright/formats'
import { buildLeaf, buildLeafTree, canonicalSignatureOf } from '@vaultwright/manager'
import { actionOf, ruleBook, swapVenues } from '@vaultwright/protocols'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkPolicy } from './policy.ts'
import { parsePolicy } from './policy-file.ts'

const account = (index: number) => `0x${index.toString(16).padStart(40, '0')}` as Address
const [plain, priced] = [account(0x100), account(0x200)]
const accounts = { vault: account(1), manager: account(2), accountant: null, decoder: plain }

function judge(decoder: Address, signatures: readonly string[], rule: string) {
  const leaves = signatures.map((signature, index) =>
    buildLeaf({ decoder, target: account(0x300 + index), signature, arguments: [] }),
  )
  const file = fileOf(buildLeafTree([...leaves, ...leaves]), accounts)
  return checkPolicy(file, parsePolicy(`version: 1\nswap_price: ${rule}`), { rules: ruleBook })
}

const exactInput = 'exactInput((bytes,address,uint256,uint256,uint256))'
const balancer =
  'swap((bytes32,uint8,address,address,uint256,bytes),(address,bool,address,bool),uint256,uint256)'

test('default: a swap by a plain decoder is a finding, whatever else the tree has is not', () => {
  const findings = judge(plain, [exactInput, 'approve(address,uint256)', 'deposit()'], 'required')
  expect(findings).toMatchObject([
    { code: 'policy_swap_price', severity: 'error', facts: { decoder: plain, positions: [0, 3] } },
  ])
  expect(findings[0]!.message).toContain('at any price')
})

test('golden: the decoders that the policy names bind the swaps that they read', () => {
  const rule = `{ decoders: ['${priced}'], severity: warning }`
  expect(judge(priced, [exactInput, 'setPreSignature(bytes,bool)', 'swapCompact()'], rule)).toEqual(
    [],
  )
  expect(judge(plain, [exactInput], rule)).toMatchObject([{ severity: 'warning' }])
  expect(judge(priced, [balancer], rule)).toMatchObject([
    { message: expect.stringContaining('no decoder that binds a price reads it') },
  ])
})

test('default: leaves that the rule excepts are not judged', () => {
  expect(judge(plain, [exactInput], `{ except: ['${exactInput}'] }`)).toEqual([])
})

test('refuses: another word than required, and keys that are not of the rule', () => {
  expect(() => judge(plain, [], 'wanted')).toThrow()
  expect(() => judge(plain, [], '{ decoder: [] }')).toThrow()
})

test('law: every venue of the catalogue that has a price is a finding without a priced decoder', () => {
  const routes = swapVenues.filter(({ kind }) => kind !== 'conversion').map(({ route }) => route)
  fc.assert(
    fc.property(fc.constantFrom(...routes), (route) => {
      const signature = canonicalSignatureOf(actionOf(route)!.signature)
      expect(judge(plain, [signature], 'required')).toHaveLength(1)
    }),
  )
})
