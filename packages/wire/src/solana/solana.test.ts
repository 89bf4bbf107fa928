import { decodeBase64, type Operator, parseSvmAddress, type SvmAddress } from '@vaultwright/svm'
import type { SvmBuilt } from '@vaultwright/svm-builder'
import fc from 'fast-check'
import Compile from 'typebox/compile'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import {
  executeMultipleRequest,
  executeMultipleResponse,
  executeRequest,
  executeResponse,
} from '../builder/execute.ts'
import { svmActionReport, svmExecuteResponse, svmOperator, svmTokenTransfer } from './execute.ts'
import {
  solOf,
  svmActionReportOf,
  svmInstructionOf,
  svmOperatorOf,
  svmTransferOf,
} from './execute-print.ts'

const [program, strategist, digestAddress] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi',
  'CWSFV4TcQ3zPD56je51qjSr8PKwfdhejyZD4YF1HTvaL',
].map(parseSvmAddress) as [SvmAddress, SvmAddress, SvmAddress]
const runs = { numRuns: runsOf(2) }
const operators: fc.Arbitrary<Operator> = fc.oneof(
  fc.constant({ kind: 'noop' as const }),
  fc.record({
    kind: fc.constant('ingest_instruction' as const),
    start: fc.nat(0xffff_ffff),
    length: fc.nat(255),
  }),
  fc.record({ kind: fc.constant('ingest_account' as const), index: fc.nat(255) }),
  fc.constant({ kind: 'ingest_instruction_data_size' as const }),
)
const checkReport = Compile(svmActionReport)
const checkOperator = Compile(svmOperator)
const transaction = {
  feePayer: strategist,
  version: 0,
  size: 487,
  lifetime: 'LbUiWL3xVV8hTFYBVdbTNrpDo41NKS6o3LHHuDzjfcY',
  lastValidBlockHeight: 381_186_895n,
  nonceAccount: null,
  computeUnitLimit: 15_786,
  lookupTables: [],
  slot: 393_226_680n,
} as unknown as SvmBuilt

test('law: a report is what its schema says, and its bytes and operators can be read back', () => {
  const calls = fc.array(
    fc.record({ data: fc.uint8Array({ maxLength: 40 }), operators: fc.array(operators) }),
    { maxLength: 3 },
  )
  fc.assert(
    fc.property(calls, fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (made, vaultId) => {
      const report = svmActionReportOf(
        {
          route: 'spl_token/transfer',
          name: 'Transfer',
          protocol: 'spl_token',
          description: 'Transfer',
          vaultId,
          subAccount: 255,
          calls: made.map((call) => ({
            ...call,
            program,
            accounts: [{ address: strategist, isSigner: false, isWritable: true }],
            digestHex: 'b8'.repeat(32),
            digestAddress,
            free: [],
          })),
          warnings: [],
        },
        transaction,
      )
      expect(checkReport.Check(report)).toBe(true)
      expect(report.vault_id).toBe(String(vaultId))
      expect(report.calls.map((call) => decodeBase64(call.data_base64))).toEqual(
        made.map(({ data }) => data),
      )
      for (const [index, call] of report.calls.entries()) {
        expect(call.operators.every((operator) => checkOperator.Check(operator))).toBe(true)
        expect(call.operators.map(readOperator)).toEqual(made[index]!.operators)
      }
    }),
    runs,
  )
})

test('golden: what the design shows of operators, an instruction, a transfer and a fee', () => {
  expect(
    [
      { kind: 'ingest_instruction' as const, start: 0, length: 1 },
      { kind: 'ingest_account' as const, index: 1 },
      { kind: 'ingest_instruction_data_size' as const },
    ].map(svmOperatorOf),
  ).toEqual([
    { ingest_instruction: [0, 1] },
    { ingest_account: 1 },
    { ingest_instruction_data_size: true },
  ])
  const data = Uint8Array.from([12, 208, 18, 19, 0, 0, 0, 0, 0, 6])
  expect(svmInstructionOf({ program, accounts: [], data })).toEqual({
    program,
    accounts: [],
    data_base64: 'DNASEwAAAAAABg==',
  })
  const transfer = svmTransferOf({
    token: 'USDC',
    tokenAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    amount: '1.25',
    rawAmount: 1_250_000n,
    direction: 'out',
  })
  expect(Compile(svmTokenTransfer).Check(transfer)).toBe(true)
  expect(transfer).toMatchObject({ raw_amount: '1250000', dollar_value: null })
  expect([solOf(5016n), solOf(0n), solOf(10n ** 18n)]).toEqual(['0.000005016', '0', '1000000000'])
})

test.each([
  { unknown: 1 },
  { version: 2 },
  { version: '0' },
  { compute_unit_price_micro_lamports: 1000 },
  { compute_unit_price_micro_lamports: '-1' },
  { compute_unit_price_micro_lamports: '01' },
  { priority_fee_lamports: '1.5' },
  { nonce_account: '0x5154E7D283ca50923e35Eb01D9c29ff049dc41B2' },
  { lookup_tables: [program, program] },
  { lookup_tables: Array(9).fill(program) },
  { lookup_tables: program },
  { compute_budget: null },
])('refuses: the options %j', (options) => {
  expect(Compile(executeRequest).Check({ options })).toBe(false)
  expect(Compile(executeMultipleRequest).Check({ actions: [], options })).toBe(false)
})

test('refuses: an answer of one chain where that of the other is meant', () => {
  const solana = { serialized_transaction_base64: 'AQ==', target: program, description: '' }
  for (const schema of [executeResponse, executeMultipleResponse])
    expect(Compile(schema).Check({ ...solana, action_api_response: null })).toBe(false)
  const evm = { encoded_tx_data: '0x', target: `0x${'1'.repeat(40)}`, description: '' }
  expect(Compile(svmExecuteResponse).Check({ ...evm, action_api_response: null })).toBe(false)
})

function readOperator(operator: ReturnType<typeof svmOperatorOf>): Operator {
  if ('noop' in operator) return { kind: 'noop' }
  if ('ingest_instruction' in operator) {
    const [start, length] = operator.ingest_instruction as [number, number]
    return { kind: 'ingest_instruction', start, length }
  }
  if ('ingest_account' in operator) {
    return { kind: 'ingest_account', index: operator.ingest_account }
  }
  return { kind: 'ingest_instruction_data_size' }
}
