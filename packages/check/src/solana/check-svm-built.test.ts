import {
  decodeTransaction,
  encodeBase64,
  messageHashOf,
  type SvmAddress,
  svmAddressOf,
} from '@vaultwright/svm'
import {
  buildSvmTransaction,
  parseSvmDefinition,
  type SvmBuildOptions,
  type SvmBuilt,
} from '@vaultwright/svm-builder'
import type { SvmExecuteMultipleResponse } from '@vaultwright/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filledAddress, vaultSnapshot } from '../../../../test/solana/support/vault-snapshot.ts'
import { checkSvmBuilt } from './check-svm-built.ts'
import { messageDifference } from './message-difference.ts'
import { vaultFactsOf } from './vault-facts.ts'

const text = `
kind: solana
name: Test
vault: FUJ5F5NogHqivFWTSAAiLtVQzBtjUDx3Aoqg46Whu9za
vault_id: 3
tokens:
  USDC: { mint: ${filledAddress(2)}, decimals: 6 }
accounts:
  treasury: ${filledAddress(8)}
permissions:
  - { action: spl_token/transfer, token: [USDC], recipient: [treasury] }
`
const definition = parseSvmDefinition(text)
const snapshot = vaultSnapshot(definition)
const evidence = { vault: definition.vault, definition: text, snapshot }
const facts = vaultFactsOf(evidence, definition.program)
const reading = { definition, evidence, facts }
const { strategist } = facts.state
const actions = [
  { route: 'spl_token/transfer', params: { token: 'USDC', recipient: 'treasury', amount: '1.25' } },
]
const blockhash = svmAddressOf(new Uint8Array(32).fill(5))
const options: SvmBuildOptions = {
  version: 0,
  lifetime: { kind: 'blockhash', blockhash, lastValidBlockHeight: 9n },
  computeUnitLimit: 20_000,
  computeUnitPriceMicroLamports: 1_000n,
  priorityFeeLamports: null,
  lookupTables: [],
  computeBudget: true,
}
const built = buildSvmTransaction({ definition, snapshot }, actions, options)
const asked = { strategist, actions, options: { version: 0 as const } }

/** An answer as the service gives it, with other bytes where they are given. */
function answerOf(of: SvmBuilt, base64 = of.base64): SvmExecuteMultipleResponse {
  return {
    serialized_transaction_base64: base64,
    target: of.program,
    description: '',
    instructions: [],
    action_api_response: of.actions.map(({ calls }) => ({
      size_bytes: of.size,
      version: of.version,
      fee_payer: of.feePayer,
      recent_blockhash: of.lifetime,
      calls: calls.map(({ digestHex }) => ({ cpi_digest: digestHex })),
    })),
  } as unknown as SvmExecuteMultipleResponse
}

test('golden: what follows from the request is proven, whatever its lifetime and unit limit', () => {
  const check = checkSvmBuilt(answerOf(built), asked, reading)
  expect(check).toMatchObject({ isProven: true, problems: [] })
  expect(check.judged?.messageHash).toHaveLength(64)
  const other = buildSvmTransaction({ definition, snapshot }, actions, {
    ...options,
    computeUnitLimit: 30_000,
  })
  expect(checkSvmBuilt(answerOf(other), asked, reading).isProven).toBe(true)
})

test('law: no changed byte of the message passes, but for lifetime and limit, which are the answer’s', () => {
  const { base64 } = built
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'))
  const { messageBytes } = decodeTransaction(base64)
  const start = bytes.length - messageBytes.length
  const place = fc.integer({ min: start, max: bytes.length - 1 })
  const { message } = decodeTransaction(base64)
  fc.assert(
    fc.property(place, fc.integer({ min: 1, max: 255 }), (offset, mask) => {
      const changed = bytes.slice()
      changed[offset] = changed[offset]! ^ mask
      const check = checkSvmBuilt(answerOf(built, encodeBase64(changed)), asked, reading)
      if (!check.isProven) return
      // Only the limit or the price of units may be another: each is shown, and within the definition's cap.
      const again = decodeTransaction(changed)
      expect(again.message?.instructions[0]).toEqual(message?.instructions[0])
      expect(messageHashOf(again)).not.toEqual(messageHashOf(decodeTransaction(base64)))
    }),
  )
})

test('refuses: another amount, another recipient, more instructions, another price than was chosen', () => {
  const problemsOf = (of: SvmBuilt, request: typeof asked = asked) =>
    checkSvmBuilt(answerOf(of), request, reading).problems.join(' ')
  const [action] = actions
  const more = buildSvmTransaction({ definition, snapshot }, [action!, action!], options)
  expect(problemsOf(more)).toContain('Instruction 2')
  const params = { ...action!.params, amount: '1.250001' }
  expect(problemsOf(built, { ...asked, actions: [{ ...action!, params }] })).toContain(
    'byte 22 of its data is d0; d1 follows.',
  )
  const chosen = { version: 0 as const, compute_unit_price_micro_lamports: '7' }
  expect(problemsOf(built, { ...asked, options: chosen })).toContain('You asked for 7')
  const second = { version: 1 as const }
  expect(problemsOf(built, { ...asked, options: second as never })).toContain('version 1')
  const foreign = filledAddress(9) as SvmAddress
  expect(problemsOf(built, { ...asked, strategist: foreign })).toContain('cannot build it again')
  const check = checkSvmBuilt(answerOf(built, 'AAAA'), asked, reading)
  expect(check).toMatchObject({ isProven: false, judged: null })
})

test('refuses: an answer that states another size, digest or fee payer than its bytes have', () => {
  const answer = structuredClone(answerOf(built))
  Object.assign(answer.action_api_response[0]!, { size_bytes: 1, fee_payer: filledAddress(9) })
  answer.action_api_response[0]!.calls[0]!.cpi_digest = '00'
  const { problems } = checkSvmBuilt(answer, asked, reading)
  expect(problems).toHaveLength(3)
})

test('golden: two messages are the same nowhere but where they are said to differ', () => {
  const { message } = decodeTransaction(built.base64)
  const other = { ...message!, feePayer: filledAddress(9) }
  expect(messageDifference(message, other)).toContain('Its fee payer is')
  expect(messageDifference(message, { ...message!, lifetime: other.feePayer })).toContain(
    'blockhash',
  )
  expect(messageDifference(null, message)).toContain('lookup tables')
})
