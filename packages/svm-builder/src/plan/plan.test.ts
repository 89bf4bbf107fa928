import {
  decodeTransaction,
  encodeDigestAccount,
  isSvmAddress,
  type Operator,
  readDigestInstruction,
  type SvmAccount,
  type SvmAddress,
  vaultAddresses,
} from '@vaultwright/svm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  filledAddress,
  vaultSnapshot,
  vaultStateWith,
} from '../../../../test/solana/support/vault-snapshot.ts'
import { parseSvmDefinition } from '../definition/definition.ts'
import { permissionsOf } from '../permission/permission.ts'
import type { SvmSnapshot } from '../permission/snapshot.ts'
import { planOf, planReads, type SvmPlan } from './plan.ts'

const definition = parseSvmDefinition(`
kind: solana
name: Test
vault: FUJ5F5NogHqivFWTSAAiLtVQzBtjUDx3Aoqg46Whu9za
vault_id: 3
tokens:
  USDC: { mint: ${filledAddress(2)}, decimals: 6 }
accounts:
  treasury: ${filledAddress(8)}
  other: ${filledAddress(9)}
permissions:
  - { action: spl_token/transfer, sub_account: [0, 1, 2], token: USDC, recipient: [treasury, other] }
  - { action: spl_token/transfer, sub_account: 0, token: USDC, recipient: treasury }
  - { action: system/transfer, sub_account: [0, 1], recipient: [treasury, other] }
`)
const permissions = permissionsOf(definition)
const { authority } = vaultStateWith()
const blockhash = filledAddress(5)
const everything = vaultSnapshot(definition)
const noop: readonly Operator[] = [{ kind: 'noop' }]
const digest = new Uint8Array(32).fill(7)
const leftOver = { digest, digestAddress: vaultAddresses().cpiDigest(3n, digest) }

function digestAccount(operators: readonly Operator[]): SvmAccount {
  const { program } = definition
  return { owner: program, data: encodeDigestAccount(operators), lamports: 1n, executable: false }
}

function changed(changes: readonly (readonly [SvmAddress, SvmAccount | null])[]): SvmSnapshot {
  return { ...everything, accounts: new Map([...everything.accounts, ...changes]) }
}

/** Applies the instructions of a plan as the program does. */
function applied(snapshot: SvmSnapshot, { transactions }: SvmPlan): SvmSnapshot {
  const accounts = new Map(snapshot.accounts)
  for (const { base64, size } of transactions) {
    const { message, feePayer } = decodeTransaction(base64)
    expect({ feePayer, isFitting: size <= 1_232 }).toEqual({ feePayer: authority, isFitting: true })
    expect(message?.lifetime).toBe(blockhash)
    for (const instruction of message?.instructions ?? []) {
      const act = readDigestInstruction(instruction)!
      const account = accounts.get(act.digestAddress) ?? null
      expect(account === null).toBe(act.kind === 'initialize')
      accounts.set(
        act.digestAddress,
        act.kind === 'initialize' ? digestAccount(act.operators) : null,
      )
    }
  }
  return { ...snapshot, accounts }
}

const statuses = fc.array(fc.constantFrom('exists', 'missing', 'differs'), {
  minLength: permissions.length,
  maxLength: permissions.length,
})

test('law: what a plan sends leaves nothing to do, and nothing is sent twice', () => {
  fc.assert(
    fc.property(statuses, fc.boolean(), (wanted, isLeft) => {
      const snapshot = changed([
        ...permissions.flatMap(({ digestAddress }, index) => {
          if (wanted[index] === 'exists') return []
          return [
            [digestAddress, wanted[index] === 'missing' ? null : digestAccount(noop)] as const,
          ]
        }),
        [leftOver.digestAddress, isLeft ? digestAccount(noop) : null],
      ])
      const options = { foreign: [leftOver], blockhash }
      const plan = planOf(definition, snapshot, options)
      expect(plan.foreign).toEqual(isLeft ? [leftOver] : [])
      const count = plan.entries.reduce(
        (sum, { status }) => sum + { exists: 0, missing: 1, differs: 2, foreign: 0 }[status.kind],
        isLeft ? 1 : 0,
      )
      const sent = plan.transactions.flatMap(({ instructions }) => instructions)
      expect(sent).toHaveLength(count)
      const after = planOf(definition, applied(snapshot, plan), options)
      expect(after.transactions).toEqual([])
      expect(after.entries.every(({ status }) => status.kind === 'exists')).toBe(true)
    }),
  )
})

test('golden: everything is read once, and a permission that is stated twice is created once', () => {
  const reads = planReads(definition, [leftOver])
  expect(new Set(reads).size).toBe(reads.length)
  expect(reads[0]).toBe(definition.vault)
  expect(reads.every(isSvmAddress)).toBe(true)
  expect(permissions).toHaveLength(11)
  const none = changed(permissions.map(({ digestAddress }) => [digestAddress, null] as const))
  const plan = planOf(definition, none, { foreign: [], blockhash })
  expect(plan.entries).toHaveLength(10)
  expect(plan.state.authority).toBe(authority)
  expect(plan.transactions.length).toBeGreaterThan(1)
})

test('refuses: a vault that does not exist, and an account of another program in the place of a digest', () => {
  const missing = changed([[definition.vault, null]])
  const options = { foreign: [], blockhash }
  expect(() => planOf(definition, missing, options)).toThrow(
    expect.objectContaining({ code: 'svm_vault_missing' }),
  )
  const [first] = permissions
  const foreign = { ...digestAccount(noop), owner: filledAddress(3) }
  const plan = planOf(definition, changed([[first!.digestAddress, foreign]]), options)
  expect(plan.entries[0]?.status.kind).toBe('foreign')
  expect(plan.transactions).toEqual([])
})
