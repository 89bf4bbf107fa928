import {
  lookupTableProgram,
  type SvmAccount,
  type SvmAddress,
  svmBytesOf,
  systemProgram,
  token2022Program,
} from '@vaultwright/svm'
import { expect, test } from 'vitest'
import {
  filledAddress,
  vaultSnapshot,
  withAbsent,
} from '../../../../test/solana/support/vault-snapshot.ts'
import { parseSvmDefinition } from '../definition/definition.ts'
import { permissionsOf } from '../permission/permission.ts'
import { buildSvmTransaction } from './build.ts'
import type { SvmActionRequest, SvmBuildOptions } from './build-type.ts'
import { buildReads } from './reads.ts'

const strategist = filledAddress(1)
const treasury = filledAddress(8)
const mint = filledAddress(2)
const definitionWith = (entries: string) =>
  parseSvmDefinition(`
kind: solana
name: Accounts
vault: FUJ5F5NogHqivFWTSAAiLtVQzBtjUDx3Aoqg46Whu9za
vault_id: 3
tokens:
  FEE: { mint: ${mint}, decimals: 6, program: token_2022 }
accounts: { treasury: ${treasury}, strategist: ${strategist} }
permissions:
${entries}`)
const definition = definitionWith(`
  - { action: spl_token/transfer, token: FEE, recipient: treasury }
  - { action: system/transfer, recipient: [treasury, strategist] }
  - { action: associated_token/create, token: FEE, owner: treasury }
`)
const pay: SvmActionRequest = {
  route: 'system/transfer',
  params: { recipient: 'treasury', amount: '0.5' },
}
const create: SvmActionRequest = {
  route: 'associated_token/create',
  params: { token: 'FEE', owner: 'treasury' },
}
const send: SvmActionRequest = {
  route: 'spl_token/transfer',
  params: { token: 'FEE', recipient: 'treasury', amount: '100' },
}
const options: SvmBuildOptions = {
  version: 0,
  lifetime: { kind: 'blockhash', blockhash: filledAddress(5), lastValidBlockHeight: 150n },
  computeUnitLimit: 200_000,
  computeUnitPriceMicroLamports: null,
  priorityFeeLamports: null,
  lookupTables: [],
  computeBudget: true,
}
type Changes = readonly (readonly [SvmAddress, SvmAccount | null])[]

function build(
  requests: readonly SvmActionRequest[],
  change: Partial<SvmBuildOptions> = {},
  { changes = [], of = definition }: { changes?: Changes; of?: typeof definition } = {},
) {
  const snapshot = vaultSnapshot(of, { changes })
  const reads = buildReads(of, requests, { strategist })
  return buildSvmTransaction({ definition: of, snapshot: withAbsent(snapshot, reads) }, requests, {
    ...options,
    ...change,
  })
}

const nonceAccount = filledAddress(0x44)
function nonceWith(authority: SvmAddress): SvmAccount {
  const data = new Uint8Array(80)
  const view = new DataView(data.buffer)
  view.setUint32(0, 1, true)
  view.setUint32(4, 1, true)
  data.set(svmBytesOf(authority), 8)
  data.set(svmBytesOf(filledAddress(0x45)), 40)
  view.setBigUint64(72, 5000n, true)
  return { owner: systemProgram, data, lamports: 1_447_680n, executable: false }
}

test('golden: with a nonce account, AdvanceNonce comes first and the nonce is the lifetime', () => {
  const lifetime = { kind: 'nonce', nonceAccount } as const
  const built = build([pay], { lifetime }, { changes: [[nonceAccount, nonceWith(strategist)]] })
  expect(built).toMatchObject({
    lifetime: filledAddress(0x45),
    nonceAccount,
    lastValidBlockHeight: null,
  })
  expect(built.instructions[0]).toMatchObject({ program: systemProgram })
  expect([...built.instructions[0]!.data]).toEqual([4, 0, 0, 0])
  expect(() =>
    build([pay], { lifetime }, { changes: [[nonceAccount, nonceWith(treasury)]] }),
  ).toThrow(expect.objectContaining({ code: 'nonce_account_refused' }))
})

const table = filledAddress(0x77)
function tableWith(deactivated: bigint, extended: bigint): SvmAccount {
  const data = new Uint8Array(56 + 32)
  const view = new DataView(data.buffer)
  view.setUint32(0, 1, true)
  view.setBigUint64(4, deactivated, true)
  view.setBigUint64(12, extended, true)
  data.set(svmBytesOf(treasury), 56)
  return { owner: lookupTableProgram, data, lamports: 1n, executable: false }
}

test('golden: a table is used unless it is switched off or was extended in this slot', () => {
  const inUse = (1n << 64n) - 1n
  const of = (deactivated: bigint, extended: bigint) => {
    const changes = [[table, tableWith(deactivated, extended)]] as const
    const { lookupTables, warnings } = build([pay], { lookupTables: [table] }, { changes })
    return [lookupTables, warnings.map(({ code }) => code)]
  }
  expect(of(inUse, 99n)).toEqual([[table], []])
  expect(of(inUse, 100n)).toEqual([[], ['lookup_table_unused']])
  expect(of(50n, 10n)).toEqual([[], ['lookup_table_unused']])
})

/** A Token-2022 mint with one extension: 165 bytes, the kind of the account, then type, length and value. */
function mintWith(type: number, value: Uint8Array): Changes {
  const account = vaultSnapshot(definition).accounts.get(mint)!
  const data = new Uint8Array(170 + value.length)
  data.set(account.data)
  data[165] = 1
  const view = new DataView(data.buffer)
  view.setUint16(166, type, true)
  view.setUint16(168, value.length, true)
  data.set(value, 170)
  return [[mint, { ...account, owner: token2022Program, data }]]
}

test.each([
  ['transfer_hook', 14, new Uint8Array(64).fill(3)],
  ['confidential', 4, new Uint8Array(65)],
  ['non_transferable', 9, new Uint8Array()],
  ['pausable', 26, new Uint8Array(33).fill(1)],
  ['unknown', 999, new Uint8Array(4)],
])('refuses: a mint with the extension %s', (kind, type, value) => {
  expect(() => build([send], {}, { changes: mintWith(type, value) })).toThrow(
    expect.objectContaining({
      code: 'mint_extension_refused',
      facts: expect.objectContaining({ extension: kind, mint }),
    }),
  )
})

test('golden: a hook that is not set does not count, and a fee is a warning with what arrives', () => {
  expect(build([send], {}, { changes: mintWith(14, new Uint8Array(64)) }).warnings).toEqual([])
  const fee = new Uint8Array(108)
  const view = new DataView(fee.buffer)
  for (const offset of [72, 90]) {
    view.setBigUint64(offset + 8, 400_000n, true)
    view.setUint16(offset + 16, 50, true)
  }
  const { warnings } = build([send], {}, { changes: mintWith(1, fee) })
  expect(warnings).toMatchObject([
    { code: 'transfer_fee', facts: { bps: 50, fee: '400000', received: '99600000' } },
  ])
})

test('law: an action that makes an account of another writable is refused beside it, not alone', () => {
  expect(build([create]).actions).toHaveLength(1)
  expect(build([pay]).actions).toHaveLength(1)
  expect(() => build([create, pay])).toThrow(
    expect.objectContaining({
      code: 'digest_missing',
      message: expect.stringMatching(/Send it alone/),
      facts: expect.objectContaining({ permitted_alone: true, route: create.route }),
    }),
  )
})

test('golden: flags that the creator of a digest set are those of the transaction', () => {
  const of = definitionWith(`
  - action: associated_token/create
    token: FEE
    owner: treasury
    flags: { 2: { is_signer: false, is_writable: true } }
  - { action: system/transfer, recipient: treasury }
`)
  const [permission] = permissionsOf(of)
  expect(permission!.digestHex).not.toBe(permissionsOf(definition).at(-1)!.digestHex)
  const { actions } = build([create, pay], {}, { of })
  expect(actions[0]!.calls[0]!.digestHex).toBe(permission!.digestHex)
  expect(actions[0]!.calls[0]!.accounts[2]).toMatchObject({ isWritable: true })
})

test('refuses: flags that need the signature of a third account', () => {
  const of = definitionWith(`
  - action: associated_token/create
    token: FEE
    owner: treasury
    flags: { 2: { is_signer: true, is_writable: false } }
`)
  expect(() => build([create], {}, { of })).toThrow(
    expect.objectContaining({ code: 'foreign_signer' }),
  )
})

test('golden: a call that names the strategist is a warning, and its digest has both flags', () => {
  const request = { route: 'system/transfer', params: { recipient: 'strategist', amount: '1' } }
  const [digest] = buildReads(definition, [request], { strategist }).filter(
    (address) => !vaultSnapshot(definition).accounts.has(address),
  )
  const { accounts } = vaultSnapshot(definition)
  const stored = accounts.get(permissionsOf(definition)[1]!.digestAddress)!
  const { warnings, actions } = build([request], {}, { changes: [[digest!, stored]] })
  expect(warnings.map(({ code }) => code)).toEqual(['strategist_signs'])
  expect(actions[0]!.calls[0]!.accounts[1]).toEqual({
    address: strategist,
    isSigner: true,
    isWritable: true,
  })
})
