import { type Address, type Hex, ownNameNote, printHex } from '@vaultwright/base'
import { proofHexOf, rootOf } from '@vaultwright/merkle'
import fc from 'fast-check'
import { encodeFunctionData, getAddress, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { buildLeaf } from '../leaf/leaf.ts'
import { buildLeafTree } from '../leaf/leaf-tree.ts'
import { encodeManage } from '../manage/manage-encode.ts'
import { decodeManagerRevert } from '../manage/manager-revert.ts'
import { buildRuleBook } from '../rule/rule-book.ts'
import type { PackedAnswer } from './packed-answer.ts'
import { verifyCalldata } from './verify-calldata.ts'

const account = (value: number): Address => getAddress(`0x${value.toString(16).padStart(40, '0')}`)
const [decoder, target, spender] = [account(0xd0), account(0xa1), account(0xb1)]
const approve = 'approve(address spender, uint256 amount)'
const bookOf = (...packs: readonly string[]) =>
  buildRuleBook(
    packs.map((terms, index) => ({
      decoder: `Version ${index}`,
      functions: [
        terms.startsWith('check')
          ? { signature: approve, packs: 'spender', checks: [terms.slice(6)] }
          : { signature: approve, packs: terms },
      ],
    })),
  )
const leaf = buildLeaf({
  decoder,
  target,
  signature: 'approve(address,uint256)',
  arguments: [spender],
})
const tree = buildLeafTree([leaf, { ...leaf, target: account(0xa2) }])
const data: Hex = encodeFunctionData({
  abi: parseAbi(['function approve(address spender, uint256 amount)']),
  args: [spender, 7n],
})
const call = { proof: proofHexOf(tree.tree, 0), decoder, target, data, value: 0n }
const verdictOf = (rules: ReturnType<typeof bookOf>, answer: PackedAnswer | null) =>
  verifyCalldata(encodeManage([call]), { rules, tree, answerOf: () => answer })
const packed: Hex = `0x${spender.slice(2).toLowerCase()}`
const reverts: PackedAnswer = {
  ok: false,
  reason: 'reverts',
  revert: decodeManagerRevert('0xdeadbeef'),
}

describe('answers of decoders', () => {
  test('law: with an answer the verdict is the proof of the answered bytes, whatever rules say', () => {
    const books = [bookOf('spender'), bookOf('ZERO'), bookOf('spender', 'ZERO'), bookOf()]
    const answers = fc.oneof(
      fc.constant<PackedAnswer>({ ok: true, packed }),
      fc.uint8Array({ maxLength: 45 }).map((bytes): PackedAnswer => {
        return { ok: true, packed: printHex(bytes) }
      }),
      fc.constantFrom<PackedAnswer>(reverts, { ok: false, reason: 'no_code' }),
      fc.constant<PackedAnswer>({ ok: false, reason: 'not_bytes', returned: '0x01' }),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...books),
        answers,
        fc.boolean(),
        (rules, answer, isRootAlone) => {
          const against = isRootAlone ? { root: rootOf(tree.tree) } : { tree }
          const options = { rules, ...against, answerOf: () => answer }
          const verification = verifyCalldata(encodeManage([call]), options)
          const isPermitted = answer.ok && answer.packed === packed
          expect(verification.verdict).toBe(isPermitted ? 'proven' : 'refused')
          expect(verification.ok).toBe(isPermitted)
          expect(verification.calls[0]!.reasons.length > 0).toBe(!isPermitted)
        },
      ),
    )
  })

  test('golden: bytes that no rule packs are proven where the proof leads from them', () => {
    const [onlyCall] = verdictOf(bookOf('ZERO'), { ok: true, packed }).calls
    expect(onlyCall).toMatchObject({ found: 'decoder', verdict: 'proven', leaf, positions: [0] })
  })

  test('refuses: a revert with its reason, no code, what is not bytes', () => {
    const reasonOf = (answer: PackedAnswer) =>
      verdictOf(bookOf('spender'), answer).calls[0]!.reasons
    expect(reasonOf(reverts)).toMatchObject([{ reason: 'decoder_reverts' }])
    expect(reasonOf(reverts)[0]!.message).toContain('0xdeadbeef')
    expect(reasonOf({ ok: false, reason: 'no_code' })).toMatchObject([
      { reason: 'decoder_without_code' },
    ])
    expect(reasonOf({ ok: false, reason: 'not_bytes', returned: '0x01' })).toMatchObject([
      { reason: 'decoder_answers_no_bytes' },
    ])
  })
})

describe('rules of several decoders', () => {
  test('refuses: a proof where another version packs otherwise or refuses', () => {
    for (const check of ['ZERO', 'check 1 == 2 else Refuses']) {
      const verification = verdictOf(bookOf('spender', check), null)
      expect(verification).toMatchObject({ ok: false, verdict: 'conditional' })
      expect(verification.calls[0]!.reasons).toMatchObject([
        { reason: 'decoder_unknown', facts: { decoders: ['Version 0'] } },
      ])
    }
    expect(verdictOf(bookOf('spender'), null).verdict).toBe('proven')
  })
})

test("golden: a decoder's revert under a name of ours is marked in text and facts", () => {
  const revert = decodeManagerRevert('0xdeadbeef')
  const ours = { ...revert, origin: 'bubbled', name: 'Ours', isOwnName: true, arguments: {} }
  const verdict = verdictOf(bookOf('spender'), {
    ok: false,
    reason: 'reverts',
    revert: ours,
  } as PackedAnswer)
  const [reason] = verdict.calls[0]!.reasons
  expect(reason?.message).toContain(`with Ours (${ownNameNote})`)
  expect(reason?.facts).toMatchObject({ error: 'Ours', isOwnName: true })
  expect(verdict.prediction.certain).toMatchObject({ error: 'Ours', isOwnName: true })
  const [foreign] = verdictOf(bookOf('spender'), reverts).calls[0]!.reasons
  expect(foreign?.facts).toMatchObject({ error: null, isOwnName: false })
  expect(foreign?.message).not.toContain(ownNameNote)
})
