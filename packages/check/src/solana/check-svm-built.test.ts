import { decodeTransaction, encodeBase64, type SvmAddress } from '@vaultwright/svm'
import { buildSvmTransaction, type SvmBuilt } from '@vaultwright/svm-builder'
import type { SvmExecuteMultipleResponse } from '@vaultwright/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  accountsText,
  actions,
  answerOf,
  built,
  definition,
  options,
  snapshot,
} from '../../../../test/solana/support/svm-answer.ts'
import { filledAddress } from '../../../../test/solana/support/vault-snapshot.ts'
import { leafPathsOf, withDamage } from '../../../../test/support/swap/quote-damage.ts'
import { checkSvmBuilt } from './check-svm-built.ts'
import { messageDifference } from './message-difference.ts'
import { parseEvidence } from './vault-evidence.ts'
import { vaultFactsOf } from './vault-facts.ts'

const evidence = parseEvidence(accountsText)
const facts = vaultFactsOf(evidence, definition.program)
const reading = { definition, evidence, facts }
const { strategist } = facts.state
const inputs = { strategist, actions, options: { version: 0 as const } }

test('golden: what follows from the request is proven, whatever its lifetime and unit limit', () => {
  const check = checkSvmBuilt(answerOf(built), inputs, reading)
  expect(check).toMatchObject({ isProven: true, problems: [] })
  expect(check.judged?.messageHash).toHaveLength(64)
  const otherBuild = buildSvmTransaction({ definition, snapshot }, actions, {
    ...options,
    computeUnitLimit: 30_000,
  })
  expect(checkSvmBuilt(answerOf(otherBuild), inputs, reading).isProven).toBe(true)
})

test('law: no changed byte of the message passes beside what the answer lists', () => {
  const { base64 } = built
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'))
  const { messageBytes } = decodeTransaction(base64)
  const start = bytes.length - messageBytes.length
  const place = fc.integer({ min: start, max: bytes.length - 1 })
  fc.assert(
    fc.property(place, fc.integer({ min: 1, max: 255 }), (offset, mask) => {
      const changed = bytes.slice()
      changed[offset] = changed[offset]! ^ mask
      const check = checkSvmBuilt(answerOf(built, encodeBase64(changed)), inputs, reading)
      expect(check.isProven).toBe(false)
    }),
  )
})

test('refuses: another amount, another recipient, more instructions, another price than was chosen', () => {
  const problemsOf = (of: SvmBuilt, request: typeof inputs = inputs) =>
    checkSvmBuilt(answerOf(of), request, reading).problems.join(' ')
  const [action] = actions
  const more = buildSvmTransaction({ definition, snapshot }, [action!, action!], options)
  expect(problemsOf(more)).toContain('Instruction 2')
  const params = { ...action!.params, amount: '1.250001' }
  expect(problemsOf(built, { ...inputs, actions: [{ ...action!, params }] })).toContain(
    'byte 22 of its data is d0; d1 follows.',
  )
  const chosen = { version: 0 as const, compute_unit_price_micro_lamports: '7' }
  expect(problemsOf(built, { ...inputs, options: chosen })).toContain('You asked for 7')
  const second = { version: 1 as const }
  expect(problemsOf(built, { ...inputs, options: second as never })).toContain('version 1')
  const foreign = filledAddress(9) as SvmAddress
  expect(problemsOf(built, { ...inputs, strategist: foreign })).toContain('cannot build it again')
  const check = checkSvmBuilt(answerOf(built, 'AAAA'), inputs, reading)
  expect(check).toMatchObject({ isProven: false, judged: null })
})

test('refuses: an answer that states another size, digest or fee payer than its bytes have', () => {
  const answer = structuredClone(answerOf(built))
  Object.assign(answer.action_api_response[0]!, { size_bytes: 1, fee_payer: filledAddress(9) })
  answer.action_api_response[0]!.calls[0]!.cpi_digest = '00'
  const { problems } = checkSvmBuilt(answer, inputs, reading)
  expect(problems).toHaveLength(4)
})

test('law: no other instruction or call is listed beside the bytes: a multisig takes the list', () => {
  const answer = answerOf(built)
  const paths = leafPathsOf(answer).filter((path) => /^instructions|\.calls\./.test(path.join('.')))
  expect(paths.length).toBeGreaterThan(20)
  const missed = paths.filter((path) => {
    const damaged = withDamage(answer, path) as SvmExecuteMultipleResponse
    return checkSvmBuilt(damaged, inputs, reading).isProven
  })
  expect(missed).toEqual([])
})

test('golden: two messages are the same nowhere but where they are said to differ', () => {
  const { message } = decodeTransaction(built.base64)
  const otherMessage = { ...message!, feePayer: filledAddress(9) }
  expect(messageDifference(message, otherMessage)).toContain('Its fee payer is')
  expect(messageDifference(message, { ...message!, lifetime: otherMessage.feePayer })).toContain(
    'blockhash',
  )
  expect(messageDifference(null, message)).toContain('lookup tables')
})
