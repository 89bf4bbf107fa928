import {
  type AccountMeta,
  computeUnitLimitInstruction,
  cpiDigest,
  createAssociatedTokenInstruction,
  defaultVaultProgram,
  encodeDigestAccount,
  encodeTransaction,
  encodeVaultState,
  type Instruction,
  initializeDigestInstruction,
  manageInstruction,
  mergedFlags,
  type Operator,
  type SvmAccount,
  type SvmAddress,
  type SvmVaultState,
  svmAddressOf,
  systemProgram,
  systemTransferInstruction,
  tokenProgram,
  transferCheckedInstruction,
  vaultAddresses,
} from '@vaultwright/svm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freePartsOf } from './free-part.ts'
import { verifySvmTransaction } from './verify.ts'

const key = (byte: number) => svmAddressOf(new Uint8Array(32).fill(byte))
const [strategist, mint, source, recipient, blockhash, authority] = [1, 2, 3, 4, 5, 6].map(key) as [
  SvmAddress,
  SvmAddress,
  SvmAddress,
  SvmAddress,
  SvmAddress,
  SvmAddress,
]
const vaultId = 3n
const addresses = vaultAddresses()
const state = addresses.state(vaultId)
const subAccount = addresses.subAccount(vaultId, 0)
const operators: readonly Operator[] = [
  { kind: 'ingest_instruction', start: 0, length: 1 },
  ...[1, 2, 3].map((index) => ({ kind: 'ingest_account' as const, index })),
  { kind: 'ingest_instruction_data_size' },
]
const transfer = transferCheckedInstruction({
  source,
  mint,
  recipient,
  authority: subAccount,
  amount: 1_250_000n,
  decimals: 6,
  tokenProgram,
})

/** A call with the flags that the runtime shows when the strategist sends it. */
function shown(innerCall: Instruction): Instruction {
  const outer = manageInstruction({
    strategist,
    vaultId,
    subAccount: 0,
    digestAddress: state,
    innerCall,
  })
  const flagsOf = mergedFlags({ feePayer: strategist, instructions: [outer] })
  const accounts = innerCall.accounts.map(
    ({ address }): AccountMeta => ({
      address,
      ...flagsOf(address),
    }),
  )
  return { ...innerCall, accounts }
}

const digest = cpiDigest(shown(transfer), operators)
const digestAddress = addresses.cpiDigest(vaultId, digest)
const call = (innerCall: Instruction) =>
  manageInstruction({ strategist, vaultId, subAccount: 0, digestAddress, innerCall })

const transactionOf = (instructions: readonly Instruction[], feePayer = strategist) =>
  encodeTransaction({
    version: 0,
    feePayer,
    lifetime: blockhash,
    instructions,
    config: null,
    lookupTables: [],
  }).bytes

const owned = (data: Uint8Array): SvmAccount => ({
  lamports: 1n,
  owner: defaultVaultProgram,
  data,
  executable: false,
})

const vaultState: SvmVaultState = {
  vaultId,
  authority,
  pendingAuthority: systemProgram,
  paused: false,
  shareMint: addresses.shareMint(state),
  depositSubAccount: 0,
  withdrawSubAccount: 0,
  shareMover: null,
  baseAsset: mint,
  decimals: 6,
  rateProvider: authority,
  exchangeRate: 1_000_000n,
  highWaterMark: 1_000_000n,
  feesOwed: 0n,
  totalSharesLastUpdate: 0n,
  lastUpdateUnix: 0n,
  payout: authority,
  upperBoundBps: 10_050,
  lowerBoundBps: 9_950,
  updateDelaySeconds: 3_600,
  platformFeeBps: 0,
  performanceFeeBps: 0,
  withdrawAuthority: systemProgram,
  strategist,
  layout: 336,
}

type Given = {
  readonly state?: Partial<SvmVaultState>
  readonly operators?: readonly Operator[] | null
}

function snapshotOf(given: Given = {}) {
  const stored = given.operators === undefined ? operators : given.operators
  return {
    slot: 9n,
    accounts: new Map<SvmAddress, SvmAccount | null>([
      [state, owned(encodeVaultState({ ...vaultState, ...given.state }))],
      [digestAddress, stored === null ? null : owned(encodeDigestAccount(stored))],
      [subAccount, null],
    ]),
  }
}

const codesOf = (bytes: Uint8Array, snapshot: ReturnType<typeof snapshotOf> | null) => {
  const { answer, reasons } = verifySvmTransaction(bytes, { snapshot })
  return [answer, ...reasons.map(({ code }) => code)]
}

test('golden: a permitted transfer is a yes, with what the digest leaves free', () => {
  const bytes = transactionOf([call(transfer), computeUnitLimitInstruction(200_000)])
  const verdict = verifySvmTransaction(bytes, { snapshot: snapshotOf() })
  expect(verdict).toMatchObject({ answer: 'yes', reasons: [], vaults: [state], missing: [] })
  expect(verdict.needs).toEqual([state, digestAddress, subAccount])
  expect(verdict.instructions[0]?.manage).toMatchObject({
    status: 'permitted',
    digest,
    free: ['bytes 1 to 9 of the data', 'account 0'],
  })
})

test('law: whatever is free may change, and whatever is pinned may not', () => {
  const any = fc.record({
    offset: fc.nat(9),
    byte: fc.integer({ min: 1, max: 255 }),
    account: fc.nat(3),
  })
  fc.assert(
    fc.property(any, ({ offset, byte, account }) => {
      const data = transfer.data.slice()
      data[offset] = data[offset]! ^ byte
      const changed = { ...transfer, data }
      const verdict = codesOf(transactionOf([call(changed)]), snapshotOf())
      expect(verdict).toEqual(offset === 0 ? ['no', 'digest_differs'] : ['yes'])
      const accounts = transfer.accounts.map((each, index) =>
        index === account ? { ...each, address: key(77) } : each,
      )
      expect(codesOf(transactionOf([call({ ...transfer, accounts })]), snapshotOf())[0]).toBe(
        account === 0 ? 'yes' : 'no',
      )
    }),
  )
})

test('law: parts that are free and parts that are pinned are all parts', () => {
  const all = transfer.data.length
  const pinned = fc.array(fc.record({ start: fc.nat(all), length: fc.nat(all) }), { maxLength: 3 })
  fc.assert(
    fc.property(pinned, (ranges) => {
      const bytes = new Set(
        ranges.flatMap(({ start, length }) => Array.from({ length }, (_, index) => start + index)),
      )
      const free = freePartsOf(
        transfer,
        ranges.map((range) => ({ kind: 'ingest_instruction', ...range })),
      ).flatMap((text) => {
        const [, first, last] = /^bytes? (\d+)(?: to (\d+))? of/.exec(text) ?? []
        if (first === undefined) return []
        const length = Number(last ?? first) - Number(first) + 1
        return Array.from({ length }, (_, index) => Number(first) + index)
      })
      const wanted = Array.from({ length: all }, (_, index) => index)
      expect(free).toEqual(wanted.filter((index) => !bytes.has(index)))
    }),
  )
})

test('refuses: without the accounts nothing can be said, and one that does not exist is a no', () => {
  const bytes = transactionOf([call(transfer)])
  expect(codesOf(bytes, null)).toEqual(['cannot_say', 'state_missing', 'digest_not_given'])
  expect(codesOf(bytes, snapshotOf({ operators: null }))).toEqual(['no', 'digest_missing'])
})

test.each<readonly [string, Given, string]>([
  ['other operators', { operators: operators.slice(0, 4) }, 'digest_differs'],
  [
    'operators of a longer call',
    { operators: [{ kind: 'ingest_account', index: 9 }] },
    'operators_do_not_fit',
  ],
  ['a paused vault', { state: { paused: true } }, 'vault_paused'],
  ['another strategist', { state: { strategist: key(9) } }, 'strategist_differs'],
])('refuses: %s', (_, given, code) => {
  expect(codesOf(transactionOf([call(transfer)]), snapshotOf(given))).toEqual(['no', code])
})

test('refuses: what no digest checks is never a yes', () => {
  const send = systemTransferInstruction({ source: strategist, recipient, lamports: 1n })
  const create = createAssociatedTokenInstruction({
    payer: strategist,
    owner: recipient,
    mint,
    tokenProgram,
  })
  const permit = initializeDigestInstruction({ authority: strategist, vaultId, digest, operators })
  const resultOf = (...instructions: readonly Instruction[]) =>
    codesOf(transactionOf([call(transfer), ...instructions]), snapshotOf())
  expect(resultOf(send)).toEqual(['no', 'own_signature'])
  expect(resultOf(create)).toEqual(['yes', 'rent_paid'])
  expect(resultOf({ ...send, accounts: [] })).toEqual(['yes', 'permissionless'])
  expect(resultOf({ ...permit, data: permit.data.slice(0, 8) })[0]).toBe('no')
  expect(codesOf(transactionOf([permit]), null)).toEqual([
    'cannot_say',
    'no_manage',
    'permission_changes',
  ])
})

test('refuses: a signature that reaches the called program through an account that is free', () => {
  const spend = { ...transfer, accounts: [...transfer.accounts] }
  spend.accounts[0] = { address: strategist, isSigner: true, isWritable: true }
  expect(codesOf(transactionOf([call(spend)]), snapshotOf())).toEqual([
    'cannot_say',
    'strategist_signs',
  ])
})
