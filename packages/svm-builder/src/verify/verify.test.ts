import { createHash } from 'node:crypto'
import {
  type AccountMeta,
  advanceNonceInstruction,
  computeUnitLimitInstruction,
  computeUnitPriceInstruction,
  cpiDigest,
  createAssociatedTokenInstruction,
  defaultVaultProgram,
  encodeDigestAccount,
  encodeTransaction,
  encodeVaultState,
  type Instruction,
  initializeDigestInstruction,
  lookupTableProgram,
  manageInstruction,
  mergedFlags,
  type Operator,
  type SvmAccount,
  type SvmAddress,
  type SvmVaultState,
  squadsVaultOf,
  svmAddressOf,
  svmBytesOf,
  syncNativeInstruction,
  systemProgram,
  systemTransferInstruction,
  tokenProgram,
  transferCheckedInstruction,
  vaultAddresses,
  writableAccount,
} from '@vaultwright/svm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { squadsAccountOf } from '../../../../test/solana/support/squads-account.ts'
import { parseSvmDefinition } from '../definition/definition.ts'
import type { SvmDefinition } from '../definition/definition-type.ts'
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

const manageOf = (by: SvmAddress) =>
  manageInstruction({ strategist: by, vaultId, subAccount: 0, digestAddress, innerCall: transfer })

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

test('law: calls alone have the verdict of a transaction that holds them', () => {
  const price = fc.bigInt({ min: 0n, max: 200_000_000_000n })
  const parts = fc.array(fc.constantFrom('permitted', 'other', 'units', 'create'), { maxLength: 4 })
  fc.assert(
    fc.property(parts, price, fc.boolean(), (kinds, unitPrice, isPriced) => {
      const reversed = { ...transfer, accounts: transfer.accounts.toReversed() }
      const create = { payer: strategist, owner: recipient, mint, tokenProgram }
      const transaction = {
        permitted: () => call(transfer),
        other: () => call(reversed),
        units: () => computeUnitLimitInstruction(200_000),
        create: () => createAssociatedTokenInstruction(create),
      }
      const instructions = [
        call(transfer),
        ...kinds.map((kind) => transaction[kind]()),
        ...(isPriced ? [computeUnitPriceInstruction(unitPrice)] : []),
      ]
      const evidence = { snapshot: snapshotOf() }
      const whole = verifySvmTransaction(transactionOf(instructions), evidence)
      const alone = verifySvmTransaction({ feePayer: strategist, instructions }, evidence)
      for (const each of ['answer', 'reasons', 'fee', 'instructions', 'needs'] as const)
        expect(alone[each]).toEqual(whole[each])
      expect([alone.isCallList, whole.isCallList, alone.squads]).toEqual([true, false, null])
    }),
  )
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
      const indices = Array.from({ length: all }, (_, index) => index)
      expect(free).toEqual(indices.filter((index) => !bytes.has(index)))
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

test('refuses: a lookup table that was extended in the slot of the accounts', () => {
  const [treasury, table] = [key(0x31), key(0x32)]
  const innerCall = { ...transfer, accounts: transfer.accounts.with(0, writableAccount(treasury)) }
  const lookupTables = [{ address: table, addresses: [treasury] }]
  const bytes = encodeTransaction({
    version: 0,
    feePayer: strategist,
    lifetime: blockhash,
    instructions: [call(innerCall)],
    config: null,
    lookupTables,
  }).bytes
  const verdictAt = (extended: bigint, slot: bigint) => {
    const data = new Uint8Array(56 + 32)
    data[0] = 1
    data.fill(255, 4, 12)
    new DataView(data.buffer).setBigUint64(12, extended, true)
    data.set(svmBytesOf(treasury), 56)
    const { accounts } = snapshotOf()
    accounts.set(table, { ...owned(data), owner: lookupTableProgram })
    const { answer, reasons } = verifySvmTransaction(bytes, { snapshot: { slot, accounts } })
    return [answer, ...reasons.map(({ code }) => code)]
  }
  expect(verdictAt(8n, 9n)).toEqual(['yes'])
  expect(verdictAt(9n, 9n)).toEqual(['cannot_say', 'table_new'])
  expect(verdictAt(10n, 9n)).toEqual(['cannot_say', 'table_new'])
})

test('refuses: a sub-account that another program owns, which cannot act any more', () => {
  const bytes = transactionOf([call(transfer)])
  const snapshot = snapshotOf()
  const codesWith = (owner: SvmAddress) => {
    const account: SvmAccount = { lamports: 1n, owner, data: new Uint8Array(0), executable: false }
    return codesOf(bytes, {
      ...snapshot,
      accounts: new Map(snapshot.accounts).set(subAccount, account),
    })
  }
  expect(codesWith(tokenProgram)).toEqual(['no', 'sub_account_owned'])
  expect(codesWith(systemProgram)).toEqual(codesOf(bytes, snapshot))
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
  expect(resultOf({ ...create, accounts: create.accounts.with(5, create.accounts[3]!) })[0]).toBe(
    'no',
  )
  expect(resultOf(syncNativeInstruction({ tokenProgram, tokenAccount: recipient }))).toEqual([
    'yes',
    'permissionless',
  ])
  expect(resultOf({ ...send, accounts: [] })).toEqual(['cannot_say', 'unknown_instruction'])
  expect(resultOf({ ...permit, data: permit.data.slice(0, 8) })[0]).toBe('no')
  expect(codesOf(transactionOf([permit]), null)).toEqual([
    'cannot_say',
    'no_manage',
    'permission_changes',
  ])
})

test('refuses: a fee beyond what is usual, and a budget that is stated twice', () => {
  const answerOf = (price: bigint, definition: SvmDefinition | null = null) => {
    const bytes = transactionOf([call(transfer), computeUnitPriceInstruction(price)])
    const evidence = { snapshot: snapshotOf(), definition }
    const { answer, reasons, fee } = verifySvmTransaction(bytes, evidence)
    return [answer, reasons.map(({ code }) => code).join(), fee?.totalLamports]
  }
  // Without a limit of units, 200,000 count for the call and 3,000 for the price.
  expect(answerOf(1_000_000n)).toEqual(['yes', '', 208_000n])
  expect(answerOf(30_000_000_000n)).toEqual(['cannot_say', 'fee_high', 6_090_005_000n])
  const definition = parseSvmDefinition(
    [
      'kind: solana',
      'name: Test',
      `vault: ${state}`,
      `vault_id: "${vaultId}"`,
      'priority_fee: { kind: recent, cap_micro_lamports: "100000" }',
      'permissions: []',
    ].join('\n'),
  )
  expect(answerOf(100_000n, definition).slice(0, 2)).toEqual(['cannot_say', 'not_in_definition'])
  expect(answerOf(100_001n, definition).slice(0, 2)).toEqual([
    'no',
    'fee_above_cap,not_in_definition',
  ])
  const twice = [call(transfer), ...Array(2).fill(computeUnitLimitInstruction(9))]
  expect(codesOf(transactionOf(twice), snapshotOf())).toEqual(['no', 'budget_repeated'])
})

test('refuses: a transaction that does not expire, unless that is meant', () => {
  const nonce = advanceNonceInstruction({ nonceAccount: recipient, authority: strategist })
  const bytes = transactionOf([nonce, call(transfer)])
  const resultOf = (given: Uint8Array, allowDurable: boolean) => {
    const verdict = verifySvmTransaction(given, { snapshot: snapshotOf(), allowDurable })
    return [verdict.answer, ...verdict.reasons.map(({ code }) => code)]
  }
  expect(resultOf(bytes, false)).toEqual(['cannot_say', 'durable'])
  expect(resultOf(bytes, true)).toEqual(['yes', 'durable'])
  const permit = initializeDigestInstruction({ authority: strategist, vaultId, digest, operators })
  const governing = transactionOf([nonce, call(transfer), permit])
  expect(resultOf(governing, false)).toEqual(['no', 'durable', 'permission_changes'])
  expect(resultOf(governing, true)).toEqual(['cannot_say', 'permission_changes', 'durable'])
})

test('refuses: what governs a vault is named, with what it changes, and is never a yes', () => {
  // set_strategist of vault 3 to an account.
  const tag = createHash('sha256').update('global:set_strategist').digest().subarray(0, 8)
  const id = [3, 0, 0, 0, 0, 0, 0, 0]
  const set: Instruction = {
    program: defaultVaultProgram,
    accounts: [{ address: authority, isSigner: true, isWritable: true }],
    data: Uint8Array.from([...tag, ...id, ...svmBytesOf(recipient)]),
  }
  const judge = (...instructions: readonly Instruction[]) => {
    const verdict = verifySvmTransaction(transactionOf(instructions, authority), {
      snapshot: snapshotOf(),
    })
    const change = verdict.reasons.find(({ code }) => code === 'governs')
    return { answer: verdict.answer, needs: verdict.needs, text: change?.message }
  }
  expect(judge(set)).toEqual({
    answer: 'cannot_say',
    needs: [state],
    text: `It sets the strategist, who makes the vault's calls, from ${strategist} to ${recipient}. Vault 3.`,
  })
  const nonce = advanceNonceInstruction({ nonceAccount: source, authority })
  expect(judge(nonce, set).answer).toBe('no')
  // Its data is not what is known of it: the name stands, and no value.
  expect(judge({ ...set, data: set.data.slice(0, 40) }).text).toBe(
    "It sets the strategist, who makes the vault's calls, to what its data says.",
  )
})

test('golden: a Squads transaction is judged by the calls that its members approve', () => {
  const multisig = key(50)
  const signer = squadsVaultOf(multisig, 0)
  const inner = manageOf(signer)
  const set = mergedFlags({ feePayer: signer, instructions: [inner] })
  const named = [
    ...new Set([signer, ...inner.accounts.map(({ address }) => address), inner.program]),
  ]
  const rank = ({ isSigner, isWritable }: AccountMeta) => (isSigner ? 0 : 2) + (isWritable ? 0 : 1)
  const accounts = named
    .map((address): AccountMeta => ({ address, ...set(address) }))
    .toSorted((one, other) => rank(one) - rank(other))
  const facts = { multisig, vaultIndex: 0, creator: key(51), index: 7n }
  const bytes = squadsAccountOf({ ...facts, accounts, instructions: [inner] })
  const verdict = verifySvmTransaction(bytes, {
    snapshot: snapshotOf({ state: { strategist: signer } }),
  })
  expect(verdict).toMatchObject({
    answer: 'yes',
    reasons: [],
    fee: null,
    squads: { multisig, index: 7n },
  })
  const otherVerdict = verifySvmTransaction(bytes, { snapshot: snapshotOf() })
  expect([otherVerdict.answer, otherVerdict.reasons[0]?.code]).toEqual(['no', 'strategist_differs'])
})

test('refuses: a permission that is dangerous is permitted, and no yes', () => {
  const open = cpiDigest(shown(transfer), [])
  const bytes = transactionOf([
    manageInstruction({
      strategist,
      vaultId,
      subAccount: 0,
      digestAddress: addresses.cpiDigest(vaultId, open),
      innerCall: transfer,
    }),
  ])
  const snapshot = snapshotOf()
  snapshot.accounts.set(addresses.cpiDigest(vaultId, open), owned(encodeDigestAccount([])))
  const { answer, reasons, instructions } = verifySvmTransaction(bytes, { snapshot })
  expect([answer, reasons[0]?.message]).toEqual([
    'cannot_say',
    `It is permitted, and the permission is dangerous (any_instruction): ${instructions[0]?.manage?.findings[0]?.message}`,
  ])
  expect(instructions[0]?.manage?.status).toBe('permitted')
})

test('refuses: a signature that reaches the called program through an account that is free', () => {
  const spend = { ...transfer, accounts: [...transfer.accounts] }
  spend.accounts[0] = { address: strategist, isSigner: true, isWritable: true }
  expect(codesOf(transactionOf([call(spend)]), snapshotOf())).toEqual([
    'cannot_say',
    'strategist_signs',
  ])
})
