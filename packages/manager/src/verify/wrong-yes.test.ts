import { type Address, type Hex, printHex } from '@vaultwright/base'
import { proofHexOf, rootOf } from '@vaultwright/merkle'
import fc from 'fast-check'
import { concat, encodePacked, getAddress, keccak256, pad, size, slice } from 'viem'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import type { ManageCall } from '../call/call.ts'
import { droneFlag } from '../call/drone.ts'
import { buildLeaf, type Leaf } from '../leaf/leaf.ts'
import { buildLeafTree, type LeafTree } from '../leaf/leaf-tree.ts'
import { legacyPaddingLeaf, paddingLeaf } from '../leaf/padding.ts'
import { encodeManage } from '../manage/manage-encode.ts'
import { buildRuleBook } from '../rule/rule-book.ts'
import { matchCall } from './match.ts'
import { verifyCalldata } from './verify-calldata.ts'

const numRuns = runsOf(20)
const rules = buildRuleBook([
  {
    decoder: 'Test',
    functions: [
      { signature: 'approve(address spender, uint256 amount)', packs: 'spender' },
      { signature: 'claimAll()', packs: '' },
    ],
  },
])
const account = (value: number) => getAddress(`0x${value.toString(16).padStart(40, '0')}`)
const approve = '0x095ea7b3'
const claimAll = '0xd1058e59'
const zeroAccount = account(0)

/** The Manager as its description says it, by hand: nothing of this package takes part. */
function isPermitted(call: ManageCall, root: Hex): boolean {
  const { data, decoder, target, value, proof } = call
  if (decoder === zeroAccount || size(data) < 4) return false
  const selector = slice(data, 0, 4)
  let packed: Hex = '0x'
  if (selector === approve) {
    if (size(data) < 68 || slice(data, 4, 16) !== `0x${'00'.repeat(12)}`) return false
    packed = slice(data, 16, 36)
  } else if (selector !== claimAll) return false
  if (size(data) >= 68 && slice(data, -32) === droneFlag) {
    const real = slice(data, -52, -32)
    if (real !== zeroAccount) packed = concat([packed, real])
  }
  const types = ['address', 'address', 'bool', 'bytes4', 'bytes'] as const
  let node = keccak256(encodePacked(types, [decoder, target, value > 0n, selector, packed]))
  for (const digest of proof) {
    node = keccak256(node < digest ? concat([node, digest]) : concat([digest, node]))
  }
  return node === root
}

const accounts = fc.constantFrom(zeroAccount, account(0xa1), account(0xa2))
const decoders = fc.constantFrom(
  zeroAccount,
  account(0xd0),
  account(0xd0),
  account(0xd0),
  account(0xd1),
)
const leafParts = fc.record({
  decoder: decoders,
  target: fc.constantFrom(account(0xa1), account(0xa2)),
  canSendValue: fc.boolean(),
  signature: fc.constantFrom('approve(address,uint256)', 'claimAll()'),
  arguments: fc.array(accounts, { maxLength: 3 }),
})
const suffixes = fc.oneof(
  fc.constantFrom<Hex>('0x', '0xdeadbeef'),
  fc.tuple(accounts, fc.constantFrom(20, 32)).map(([to, width]) => {
    return concat([pad(to, { size: width }), droneFlag])
  }),
  fc.constant<'own'>('own'),
  fc.constant<'own'>('own'),
)
const slots = fc.array(leafParts, { minLength: 1, maxLength: 5 })
const attack = fc.record({
  parts: slots,
  isLegacy: fc.boolean(),
  at: fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 4, 7),
  proofOf: fc.nat(7),
  cut: fc.constantFrom('none', 'none', 'none', 'none', 'short', 'long', 'empty'),
  suffix: suffixes,
  other: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.record({ decoder: decoders, value: fc.nat(1), spender: accounts }),
    },
  ),
})

/** The calldata that a leaf seems to ask for: its first argument, and a suffix that may add another. */
function dataOf(leaf: Leaf, spender: Address | undefined, suffix: Hex | 'own'): Hex {
  const isApproval = leaf.selector === approve
  const real = leaf.arguments[isApproval ? 1 : 0]
  const suffixBytes = real === undefined ? '0x' : concat([pad(real), droneFlag])
  const end = suffix === 'own' ? suffixBytes : suffix
  if (!isApproval) return concat([leaf.selector, end])
  return concat([approve, pad(spender ?? zeroAccount), pad('0x07'), end])
}

function proofFor(tree: LeafTree, position: number, cut: string): readonly Hex[] {
  const proof = proofHexOf(tree.tree, position)
  if (cut === 'short') return proof.slice(1)
  if (cut === 'long') return [...proof, `0x${'11'.repeat(32)}`]
  return cut === 'empty' ? [] : proof
}

test('default', () => {
  const counts = { yes: 0, no: 0 }
  fc.assert(
    fc.property(
      attack,
      ({ parts, isLegacy, at: offset, proofOf, cut, suffix, other: otherCall }) => {
        const padding = isLegacy ? legacyPaddingLeaf(account(0xd0)) : paddingLeaf
        const tree = buildLeafTree(parts.map(buildLeaf), { padding })
        const { capacity } = tree.tree
        const position = offset % capacity
        const leaf = tree.leaves[position] ?? padding
        const proven = otherCall === null ? position : proofOf % capacity
        const call: ManageCall = {
          proof: proofFor(tree, proven, cut),
          decoder: otherCall?.decoder ?? leaf.decoder,
          target: leaf.target,
          data: dataOf(leaf, otherCall?.spender ?? leaf.arguments[0], suffix),
          value: BigInt(otherCall?.value ?? (leaf.canSendValue ? 1 : 0)),
        }
        const root = rootOf(tree.tree)
        const permitted = isPermitted(call, printHex(root))
        const data = encodeManage([call])
        for (const against of [{ tree }, { root }, { tree, root }]) {
          const [onlyCall] = verifyCalldata(data, { rules, ...against }).calls
          expect(onlyCall?.verdict === 'proven').toBe(permitted)
          expect(onlyCall?.verdict === 'conditional').toBe(false)
        }
        if (permitted) expect(matchCall(call, { tree, rules }).kind).toBe('exact')
        counts[permitted ? 'yes' : 'no']++
      },
    ),
    { numRuns },
  )
  expect(counts.yes).toBeGreaterThan(numRuns / 20)
  expect(counts.no).toBeGreaterThan(numRuns / 20)
})

test('behavior: one leaf is its own root and needs no proof; a longer one is not a proof', () => {
  const leaf = buildLeaf({
    decoder: account(0xd0),
    target: account(0xa1),
    signature: 'approve(address,uint256)',
    arguments: [account(0xa2)],
  })
  const { decoder, target } = leaf
  const data = dataOf(leaf, account(0xa2), '0x')
  const tree = buildLeafTree([leaf], { capacity: 1 })
  const root = rootOf(tree.tree)
  for (const against of [{ tree }, { root }]) {
    const verdictOf = (proof: readonly Hex[]) =>
      verifyCalldata(encodeManage([{ proof, decoder, target, data, value: 0n }]), {
        rules,
        ...against,
      }).verdict
    expect(verdictOf([])).toBe('proven')
    expect(verdictOf([printHex(root)])).toBe('refused')
  }
})

test('behavior: without a chain there is no answer', () => {
  const parts = { target: account(0xa1), signature: 'claimAll()' }
  const tree = buildLeafTree([buildLeaf({ ...parts, decoder: zeroAccount })])
  const call = { target: parts.target, data: claimAll, value: 0n } as const
  expect(matchCall(call, { tree, rules })).toMatchObject({
    kind: 'none',
    refusal: { reason: 'wrong_decoder', message: expect.stringContaining('names no decoder') },
  })
})
