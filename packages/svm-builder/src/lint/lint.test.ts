import { readFileSync } from 'node:fs'
import {
  associatedTokenAccount,
  cpiDigest,
  type Instruction,
  manageInstruction,
  mergedFlags,
  type Operator,
  readonlyAccount,
  svmAddressOf,
  tokenProgram,
  transferCheckedInstruction,
  vaultAddresses,
  writableAccount,
} from '@vaultwright/svm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { svmTemplateOf, svmTemplates } from '../catalogue/catalogue.ts'
import { parseSvmDefinition } from '../definition/definition.ts'
import { permissionsOf } from '../permission/permission.ts'
import { lintDigest } from './digest-lint.ts'
import { lintPermission } from './permission-lint.ts'

const definitionText = readFileSync('fixtures/solana/solana-usd.yaml', 'utf8')
const definition = parseSvmDefinition(definitionText)
const filled = (value: number) => svmAddressOf(new Uint8Array(32).fill(value))
const strategist = filled(1)
const addresses = vaultAddresses()
const actor = addresses.subAccount(3n, 0)
const vault = { program: addresses.program, vaultId: 3n, subAccount: 0, strategist }
const permissions = permissionsOf(definition)

/** A call as the runtime shows it, alone in a transaction that the strategist pays. */
function shown(innerCall: Instruction, subAccount = 0): Instruction {
  const digestAddress = addresses.config
  const manage = manageInstruction({
    strategist,
    vaultId: 3n,
    subAccount,
    digestAddress,
    innerCall,
  })
  const flagsOf = mergedFlags({ feePayer: strategist, instructions: [manage] })
  const accounts = innerCall.accounts.map(({ address }) => ({ address, ...flagsOf(address) }))
  return { ...innerCall, accounts }
}

const mint = filled(2)
const transfer = shown(
  transferCheckedInstruction({
    tokenProgram,
    source: associatedTokenAccount({ owner: actor, mint, tokenProgram }),
    mint,
    recipient: filled(4),
    authority: actor,
    amount: 1_250_000n,
    decimals: 6,
  }),
)
const byte = (start: number, length = 1): Operator => ({
  kind: 'ingest_instruction',
  start,
  length,
})
const account = (index: number): Operator => ({ kind: 'ingest_account', index })
const size: Operator = { kind: 'ingest_instruction_data_size' }
const lint = (operators: readonly Operator[], call: Instruction = transfer) =>
  lintDigest({ operators, call, vault, template: svmTemplateOf('spl_token/transfer') })
const codes = (operators: readonly Operator[], call?: Instruction) =>
  lint(operators, call).map(({ code }) => code)

test("golden: the templates' own operators have no finding", () => {
  expect(permissions.length).toBeGreaterThan(5)
  for (const permission of permissions) {
    expect([permission.route, lintPermission(definition, permission, strategist)]).toEqual([
      permission.route,
      [],
    ])
  }
})

test('golden: the operators of every template have no finding', () => {
  for (const template of svmTemplates) {
    const token = { symbol: 'USDC', mint, decimals: 6, program: tokenProgram }
    const { innerCall } = template.callOf({
      subAccount: actor,
      token: () => token,
      account: (name) => filled(100 + name.length),
      accountOrNull: (name) => filled(100 + name.length),
      amount: () => 5n,
    })
    const input = { operators: template.operators, call: shown(innerCall), vault, template }
    expect([template.route, lintDigest(input).map(({ code }) => code)]).toEqual([
      template.route,
      [],
    ])
  }
})

test('golden: each thing that is left out has its finding', () => {
  const all = [byte(0), account(1), account(2), account(3), size]
  const without = (...left: number[]) => codes(all.filter((_, index) => !left.includes(index)))
  expect(codes(all)).toEqual([])
  expect(without(0)).toEqual(['any_instruction'])
  expect(without(2)).toEqual(['recipient_free'])
  expect(without(3)).toEqual(['signer_free', 'any_sub_account'])
  expect(without(4)).toEqual(['any_length'])
  // With the instruction free, the delegate of ApproveChecked stands where the recipient was.
  expect(without(0, 2)).toEqual(['any_instruction', 'authority_free', 'recipient_free'])
})

test('golden: thin lists of operators that programs in use have', () => {
  expect(codes([])).toEqual([
    'any_instruction',
    'authority_free',
    'recipient_free',
    'signer_free',
    'any_sub_account',
    'any_length',
  ])
  // Two accounts and no byte of the instruction.
  expect(codes([account(1), account(2)])).toEqual([
    'any_instruction',
    'signer_free',
    'any_sub_account',
    'any_length',
  ])
  expect(lint([]).map(({ facts }) => facts.instruction ?? null)).toEqual([
    'SetAuthority',
    'SetAuthority',
    null,
    null,
    null,
    null,
  ])
})

test('golden: unusual flags and unknown programs', () => {
  const accounts = transfer.accounts.map((each, index) =>
    index === 1 ? writableAccount(each.address) : each,
  )
  const all = [byte(0), account(1), account(2), account(3), size]
  expect(codes(all, { ...transfer, accounts })).toEqual(['flags_unusual'])
  const frozen = transfer.accounts.map(({ address }) => readonlyAccount(address))
  expect(codes(all, { ...transfer, accounts: frozen })).toEqual(['flags_unusual'])
  const foreign = { ...transfer, program: filled(9) }
  const findings = lintDigest({ operators: all, call: foreign, vault, template: null })
  expect(findings.map(({ code }) => code)).toEqual(['unknown_program'])
})

test('law: every finding names a call that the runtime shows with the same digest', () => {
  const operators = fc.subarray<Operator>([
    byte(0),
    byte(0, 4),
    byte(1, 8),
    account(0),
    account(1),
    account(2),
    account(3),
    account(5),
    size,
    { kind: 'noop' },
  ])
  const judged = new Set<string>()
  fc.assert(
    fc.property(operators, fc.constantFrom(...permissions), (list, permission) => {
      const { innerCall, template, subAccount } = permission
      const call = shown(innerCall, subAccount)
      const fitting = list.filter(
        (operator) =>
          (operator.kind !== 'ingest_account' || operator.index < call.accounts.length) &&
          (operator.kind !== 'ingest_instruction' ||
            operator.start + operator.length <= call.data.length),
      )
      const findings = lintDigest({
        operators: fitting,
        call,
        vault: { ...vault, subAccount },
        template,
      })
      const digest = cpiDigest(call, fitting)
      for (const { code, worst } of findings) {
        judged.add(code)
        expect(cpiDigest(worst.innerCall, fitting)).toEqual(digest)
        expect(cpiDigest(shown(worst.innerCall, worst.subAccount), fitting)).toEqual(digest)
      }
    }),
  )
  expect([...judged].sort()).toEqual([
    'any_instruction',
    'any_length',
    'any_sub_account',
    'authority_free',
    'recipient_free',
    'signer_free',
  ])
})
