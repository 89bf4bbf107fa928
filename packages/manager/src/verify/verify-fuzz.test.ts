import { BaseError, type Hex, printHex } from '@vaultwright/base'
import { proofHexOf, rootOf } from '@vaultwright/merkle'
import fc from 'fast-check'
import { concat, encodePacked, getAddress, keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import type { ManageCall } from '../call/call.ts'
import { buildLeaf } from '../leaf/leaf.ts'
import { buildLeafTree } from '../leaf/leaf-tree.ts'
import { encodeFlashLoan } from '../manage/flash-loan.ts'
import { decodeManage } from '../manage/manage-decode.ts'
import { encodeManage } from '../manage/manage-encode.ts'
import { buildRuleBook } from '../rule/rule-book.ts'
import { verifyCalldata } from './verify-calldata.ts'

const account = (value: number) => getAddress(`0x${value.toString(16).padStart(40, '0')}`)
const manager = account(0x3a)
const approve = 'approve(address,uint256)'
const loan = 'flashLoan(address,address[],uint256[],bytes)'
const rules = buildRuleBook([
  {
    decoder: 'Test',
    functions: [
      { signature: 'approve(address spender, uint256 amount)', packs: 'spender' },
      {
        signature:
          'flashLoan(address recipient, address[] tokens, uint256[] amounts, bytes userData)',
        packs: 'recipient, tokens[]',
      },
    ],
  },
])
const leaves = Array.from({ length: 13 }, (_, index) =>
  buildLeaf({
    decoder: account(0xd0 + (index % 2)),
    target: index === 12 ? manager : account(0x70 + (index % 5)),
    canSendValue: index % 3 === 1,
    signature: index === 12 ? loan : approve,
    arguments: index === 12 ? [manager, account(0x70)] : [account(0xb0 + (index % 4))],
  }),
)
const tree = buildLeafTree(leaves)
const root = rootOf(tree.tree)
const callOf = (position: number): ManageCall => {
  const { decoder, target, canSendValue, selector, arguments: args } = leaves[position]!
  const value = canSendValue ? 3n : 0n
  const proof = proofHexOf(tree.tree, position)
  const inner = position === 12 ? [callOf(0), callOf(1)] : []
  const data =
    position === 12
      ? encodeFlashLoan({
          recipient: manager,
          tokens: [account(0x70)],
          amounts: [1n],
          calls: inner,
          salt: '0x',
        })
      : concat([selector, `0x${'00'.repeat(12)}`, args[0]!, `0x${'11'.repeat(32)}`])
  return { proof, decoder, target, data, value }
}

/** Verifies an approval by hand: nothing of this package takes part. */
function isPermitted({ decoder, target, data, value, proof }: ManageCall): boolean {
  const spender = `0x${data.slice(34, 74)}` as Hex
  const isClean = data.length >= 138 && /^0{24}$/.test(data.slice(10, 34))
  const types = ['address', 'address', 'bool', 'bytes4', 'address'] as const
  const bytes = encodePacked(types, [
    decoder,
    target,
    value > 0n,
    data.slice(0, 10) as Hex,
    spender,
  ])
  let node = keccak256(bytes)
  for (const digest of proof)
    node = keccak256(node < digest ? concat([node, digest]) : concat([digest, node]))
  return isClean && data.startsWith('0x095ea7b3') && node === printHex(root)
}

test('default', () => {
  const batch = fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 4 })
  const mutation = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }))
  let yes = 0
  let no = 0
  fc.assert(
    fc.property(batch, fc.array(mutation, { maxLength: 2 }), (positions, mutations) => {
      const bytes = Buffer.from(encodeManage(positions.map(callOf)).slice(2), 'hex')
      for (const [offset, byte] of mutations) bytes[offset % bytes.length] = byte
      const data = printHex(bytes)
      for (const options of [
        { tree, managerTree: tree, manager },
        { root, managerRoot: root },
      ]) {
        try {
          const { calls, ok } = verifyCalldata(data, { rules, ...options })
          const outer = decodeManage(data)
          if (mutations.length === 0) expect(ok).toBe(true)
          for (const { path, verdict, selector } of calls) {
            if (path.length > 1 || selector !== '0x095ea7b3') continue
            const permitted = isPermitted(outer[path[0]!]!)
            expect(verdict === 'proven').toBe(permitted)
            if (permitted) yes++
            else no++
          }
        } catch (error) {
          if (!(error instanceof BaseError)) throw error
          expect(mutations.length).toBeGreaterThan(0)
        }
      }
    }),
    { numRuns: runsOf(2) },
  )
  expect(yes).toBeGreaterThan(0)
  expect(no).toBeGreaterThan(0)
})

test('behavior: every leaf of the tree verifies, and none after a byte of its call has changed', () => {
  const untouched = leaves.map((_, position) => callOf(position))
  expect(
    verifyCalldata(encodeManage(untouched), { rules, tree, managerTree: tree, manager }).ok,
  ).toBe(true)
  const bound = fc.tuple(fc.nat({ max: 11 }), fc.nat({ max: 39 }), fc.integer({ min: 1, max: 15 }))
  const field = fc.constantFrom('decoder', 'target', 'spender', 'proof')
  fc.assert(
    fc.property(bound, field, ([position, digit, change], where) => {
      const call = callOf(position)
      const turn = (text: string, at: number) =>
        `${text.slice(0, at)}${(Number.parseInt(text[at]!, 16) ^ change).toString(16)}${text.slice(at + 1)}` as Hex
      const wrong: ManageCall = {
        decoder: { ...call, decoder: getAddress(turn(call.decoder.toLowerCase(), 2 + digit)) },
        target: { ...call, target: getAddress(turn(call.target.toLowerCase(), 2 + digit)) },
        spender: { ...call, data: turn(call.data, 34 + digit) },
        proof: {
          ...call,
          proof: call.proof.map((word, at) => (at === digit % 4 ? turn(word, 2 + digit) : word)),
        },
      }[where]
      const reasons = {
        decoder: 'wrong_decoder',
        target: 'wrong_target',
        spender: 'arguments_differ',
        proof: 'proof_invalid',
      }
      const [onlyCall] = verifyCalldata(encodeManage([wrong]), { rules, tree }).calls
      expect(onlyCall!.verdict).toBe('refused')
      expect(onlyCall!.reasons[0]!.reason).toBe(reasons[where])
    }),
  )
})
