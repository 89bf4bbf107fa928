import { readdirSync, readFileSync } from 'node:fs'
import type { Address } from '@vaultwright/base'
import { fileOf, parseTreeFile, type TreeFile } from '@vaultwright/formats'
import { buildLeaf, buildLeafTree, type Leaf } from '@vaultwright/manager'
import { ruleBook } from '@vaultwright/protocols'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  hasRealTrees,
  readRealTree,
  realTreeNames,
} from '../../../../../test/support/call/real-tree.ts'
import { checkPolicy } from '../policy.ts'
import { parsePolicy } from '../policy-file.ts'
import { inferPolicy, PolicyInferenceError } from './infer-policy.ts'
import { printPolicy } from './policy-print.ts'

const account = (index: number) => `0x${index.toString(16).padStart(40, '0')}` as Address
const vault = account(0x20)
const manager = account(0x21)
const drone = account(0x22)
const fresh = account(0xbad)
const decoder = account(0x100)
const fixtures = new URL('../../../../../fixtures/', import.meta.url)
const options = { rules: ruleBook, name: null, vault: null }

const treeOf = (leaves: readonly Leaf[], owner: Address | null = vault): TreeFile =>
  fileOf(buildLeafTree(leaves), { vault: owner, manager, accountant: null, decoder })
const leafOf = (signature: string, target: number, args: readonly Address[]) =>
  buildLeaf({
    decoder,
    target: account(target),
    canSendValue: false,
    signature,
    arguments: args,
  })

const approve = 'approve(address,uint256)'
const transfer = 'transfer(address,uint256)'
const supply = 'supply(address,uint256,address,uint16)'
const burn = 'depositForBurn(uint256,uint32,bytes32,address,bytes32,uint256,uint32)'
const receivers = fc.constantFrom(vault, drone, account(7), account(8), account(0x51))
const target = fc.integer({ min: 0x50, max: 0x56 })
const base = fc.oneof(
  fc.tuple(fc.constant(approve), target, fc.tuple(receivers)),
  fc.tuple(fc.constant(transfer), target, fc.tuple(receivers)),
  fc.tuple(fc.constant(supply), target, fc.tuple(fc.constant(account(0x60)), receivers)),
  fc.tuple(fc.constant('deposit(uint256,address)'), target, fc.tuple(receivers)),
  fc.tuple(fc.constant('withdraw(address,uint256)'), target, fc.tuple(receivers)),
  fc.tuple(fc.constant('setApprovalForAll(address,bool)'), target, fc.tuple(receivers)),
  fc.tuple(fc.constant('exchange(int128,int128,uint256,uint256)'), target, fc.constant([])),
  fc.tuple(fc.constant('unheardOf(uint256)'), target, fc.array(receivers, { maxLength: 2 })),
  fc.tuple(
    fc.constant(burn),
    target,
    fc.tuple(
      fc.nat(9).map(account),
      fc.constant(vault),
      fc.constant(account(0)),
      fc.constant(account(0x60)),
    ),
  ),
)
const leaves = fc.tuple(base, fc.boolean(), fc.boolean()).map(([parts, sends, forwarded]) => {
  const [signature, argumentIndex, args] = parts
  const leaf = leafOf(signature, argumentIndex, args as readonly Address[])
  const sending = { ...leaf, canSendValue: sends }
  return forwarded
    ? { ...sending, target: drone, arguments: [...sending.arguments, leaf.target] }
    : sending
})
const trees = fc.array(leaves, { minLength: 1, maxLength: 14 })

function codesBy(inferred: TreeFile, judged: TreeFile): readonly string[] {
  const text = printPolicy(inferPolicy(inferred, options))
  return checkPolicy(judged, parsePolicy(text), { rules: ruleBook }).map(({ code }) => code)
}

test('law: a tree keeps to the policy that is inferred of it', () => {
  fc.assert(
    fc.property(trees, (list) => {
      const file = treeOf(list)
      expect(codesBy(file, file)).toEqual([])
    }),
  )
})

test('law: a fresh spender, recipient, target or function is a finding of its own rule', () => {
  const additions = [
    [leafOf(approve, 0x50, [fresh]), 'policy_approval'],
    [leafOf(transfer, 0x50, [fresh]), 'policy_transfer'],
    [leafOf(supply, 0x50, [account(0x60), fresh]), 'policy_transfer'],
    [leafOf(approve, 0xbad1, [account(0x50)]), 'policy_target'],
    [leafOf('brandNew()', 0x50, []), 'policy_signature'],
    [{ ...leafOf(approve, 0x50, [vault]), decoder: fresh }, 'policy_decoder'],
    [{ ...leafOf(approve, 0x5f, [vault]), canSendValue: true }, 'policy_value'],
  ] as const
  fc.assert(
    fc.property(trees, fc.constantFrom(...additions), (list, [added, code]) => {
      const codes = codesBy(treeOf(list), treeOf([...list, added]))
      expect(codes).toContain(code)
      expect(codes).toContain('policy_leaf_count')
    }),
  )
})

test('golden: the policy of the example tree says what the one written by hand says', () => {
  const byHand = parsePolicy(readFileSync(new URL('policy/example.yaml', fixtures), 'utf8'))
  const file = parseTreeFile(readFileSync(new URL('trees/example-1024.json', fixtures)))
  const inference = inferPolicy(file, { ...options, name: 'Example vault' })
  const inferred = parsePolicy(printPolicy(inference))
  expect(inference.used).toBe(923)
  expect(inferred).toMatchObject({
    name: byHand.name,
    vault: byHand.vault,
    drones: byHand.drones,
    transfers: byHand.transfers,
    approvals: byHand.approvals,
    exits: byHand.exits,
    maximum_leaves: { limit: 923 },
  })
  expect(new Set(inferred.bridges!.contracts)).toEqual(new Set(byHand.bridges!.contracts))
  expect(inferred.bridges!.numbers).toEqual({})
  expect(inferred.unjudged.except).toEqual([])
})

test('behavior: behind a digest stands what it is the digest of, on one line', () => {
  const file = treeOf([leafOf('unheardOf(uint256)', 0x50, [vault])])
  expect(printPolicy(inferPolicy(file, options))).toMatch(
    /^ +- '0x[0-9a-f]{64}' # unheardOf\(uint256\) of 0x0{38}50, slot 0$/m,
  )
})

test('law: names are comments, which no name can end', () => {
  const file = parseTreeFile(readFileSync(new URL('trees/example-1024.json', fixtures)))
  const inference = inferPolicy(file, options)
  const plain = printPolicy(inference, () => null)
  for (const name of ['USDC', 'a\nversion: 2', 'b\u2028targets: {}', "it's # ok"]) {
    const text = printPolicy(inference, () => ({ text: name, source: 'definition' }))
    expect(parsePolicy(text)).toEqual(parsePolicy(plain))
    expect(text.split('\n')).toHaveLength(plain.split('\n').length)
  }
  const named = printPolicy(inference, () => ({ text: 'USDC', source: 'registry' }))
  expect(named).toMatch(/- '0x[0-9a-fA-F]{40}' # USDC\n/)
})

const chainTrees = new URL('chain/trees/', fixtures)
test.each(readdirSync(chainTrees))('law: %s keeps to its own policy', (name) => {
  const file = parseTreeFile(readFileSync(new URL(name, chainTrees)))
  expect(codesBy(file, file)).toEqual([])
})

test.skipIf(!hasRealTrees)('law: trees in use keep to their own policies', () => {
  for (const name of realTreeNames) {
    const file = parseTreeFile(readRealTree(name))
    const vault = file.metadata.vault ?? account(0x20)
    const text = printPolicy(inferPolicy(file, { ...options, vault }))
    expect(checkPolicy(file, parsePolicy(text), { rules: ruleBook }), name).toEqual([])
  }
})

test('refuses: a tree without a vault, and one whose function hides behind another name', () => {
  const codesOf = (file: TreeFile): readonly unknown[] => {
    try {
      inferPolicy(file, options)
    } catch (error) {
      if (!(error instanceof PolicyInferenceError)) throw error
      expect(error.code).toBe('policy_not_inferable')
      return (error.facts.findings as readonly { readonly code: string }[]).map(({ code }) => code)
    }
    return []
  }
  const plain = leafOf(transfer, 0x50, [vault])
  expect(codesOf(treeOf([plain], null))).toEqual(['policy_no_vault'])
  expect(inferPolicy(treeOf([plain], null), { ...options, vault }).policy.vault).toBe(vault)
  const hidden = { ...plain, signature: 'many_msg_babbage(bytes1)', selector: plain.selector }
  expect(codesOf(treeOf([hidden]))).toEqual(['policy_misnamed_function'])
})
