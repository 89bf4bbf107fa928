import { getTransactionDecoder } from '@solana/kit'
import {
  cpiDigest,
  decodeTransaction,
  defaultVaultProgram,
  encodeTransaction,
  isReservedAddress,
  mergedFlags,
  parseSvmAddress,
  readonlyAccount,
  type SvmAddress,
  svmAddressOf,
  svmBytesOf,
  tokenProgram,
  upgradeableLoader,
  viewDigestInstruction,
  writableAccount,
} from '@vaultwright/svm'
import { FailedTransactionMetadata } from 'litesvm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSolanaWorld, type SolanaWorld } from '../world.ts'

let world: SolanaWorld
beforeAll(async () => {
  world = await openSolanaWorld()
  world.svm.withSigverify(false)
})
afterAll(() => world.close())

/** Programs and sysvars of the runtime. */
const keys = `11111111111111111111111111111111 ComputeBudget111111111111111111111111111111
AddressLookupTab1e1111111111111111111111111 BPFLoaderUpgradeab1e11111111111111111111111
BPFLoader2111111111111111111111111111111111 BPFLoader1111111111111111111111111111111111
LoaderV411111111111111111111111111111111111 NativeLoader1111111111111111111111111111111
Vote111111111111111111111111111111111111111 Stake11111111111111111111111111111111111111
StakeConfig11111111111111111111111111111111 Config1111111111111111111111111111111111111
Feature111111111111111111111111111111111111 Ed25519SigVerify111111111111111111111111111
KeccakSecp256k11111111111111111111111111111 Secp256r1SigVerify1111111111111111111111111
ZkTokenProof1111111111111111111111111111111 ZkE1Gama1Proof11111111111111111111111111111
Sysvar1111111111111111111111111111111111111 SysvarC1ock11111111111111111111111111111111
SysvarRent111111111111111111111111111111111 Sysvar1nstructions1111111111111111111111111
SysvarRecentB1ockHashes11111111111111111111 SysvarS1otHashes111111111111111111111111111
SysvarS1otHistory11111111111111111111111111 SysvarStakeHistory1111111111111111111111111
SysvarEpochSchedu1e111111111111111111111111 SysvarEpochRewards1111111111111111111111111
SysvarLastRestartS1ot1111111111111111111111 SysvarFees111111111111111111111111111111111
SysvarRewards111111111111111111111111111111`

const placeholder = svmAddressOf(new Uint8Array(32).fill(66))
const unused = svmAddressOf(new Uint8Array(32).fill(67))
const operators = [{ kind: 'ingest_account', index: 0 }] as const

/** The digest that the program itself computes of a call that names one account. */
function viewed(bytes: Uint8Array): string {
  const result = world.svm.simulateTransaction(getTransactionDecoder().decode(bytes) as never)
  if (result instanceof FailedTransactionMetadata) throw result.err()
  return Buffer.from(result.meta().returnData().data()).toString('hex')
}

function digestWith(address: SvmAddress, isWritable: boolean): string {
  const accounts = [{ address, isSigner: false, isWritable }]
  return Buffer.from(
    cpiDigest({ program: tokenProgram, accounts, data: new Uint8Array() }, operators),
  ).toString('hex')
}

function transactionOf(address: SvmAddress, others: readonly SvmAddress[]): Uint8Array {
  const inner = {
    program: tokenProgram,
    accounts: [writableAccount(address), ...others.map(readonlyAccount)],
    data: new Uint8Array(),
  }
  return encodeTransaction({
    version: 0,
    feePayer: world.people.strategist,
    lifetime: world.svm.latestBlockhash(),
    instructions: [viewDigestInstruction(inner, operators)],
    config: null,
    lookupTables: [],
  }).bytes
}

test('law: the runtime shows an asked-for account readonly exactly when we say so', () => {
  const addresses = [...keys.split(/\s+/).map(parseSvmAddress), world.mints.usdc, tokenProgram]
  expect(addresses.filter(isReservedAddress).length).toBe(addresses.length - 2)
  for (const address of addresses) {
    const bytes = transactionOf(address, [])
    const flags = mergedFlags(decodeTransaction(bytes).message!)(address)
    expect([address, flags.isWritable]).toEqual([address, !isReservedAddress(address)])
    expect([address, viewed(bytes)]).toEqual([address, digestWith(address, flags.isWritable)])
  }
})

test('law: a called program is readonly, and stays writable where the upgradeable loader is named', () => {
  for (const programs of [[], [upgradeableLoader]]) {
    // No encoder asks for a called program as writable, so its place is taken by another key first.
    const bytes = transactionOf(placeholder, programs)
    const { accountKeys } = decodeTransaction(bytes)
    const swapped = bytes.slice()
    const offsetOf = (address: SvmAddress) => 65 + 1 + 3 + 1 + 32 * accountKeys.indexOf(address)
    swapped.set(svmBytesOf(defaultVaultProgram), offsetOf(placeholder))
    swapped.set(svmBytesOf(unused), offsetOf(defaultVaultProgram))
    const callOffset = 65 + 1 + 3 + 1 + 32 * accountKeys.length + 32 + 1
    expect(swapped[callOffset]).toBe(accountKeys.indexOf(defaultVaultProgram))
    swapped[callOffset] = accountKeys.indexOf(placeholder)
    const { message, accounts } = decodeTransaction(swapped)
    const { isWritable } = mergedFlags(message!, accounts)(defaultVaultProgram)
    expect(isWritable).toBe(programs.length > 0)
    expect(viewed(swapped)).toBe(digestWith(defaultVaultProgram, isWritable))
  }
})
