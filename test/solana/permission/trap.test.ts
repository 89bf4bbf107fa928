import {
  decodeDigestAccount,
  readonlyAccount,
  systemProgram,
  systemTransferInstruction,
  vaultAddresses,
  writableAccount,
} from '@vaultwright/svm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unsignedOf } from '../world/send.ts'
import { openSolanaWorld, type SolanaWorld } from '../world.ts'
import {
  type Attempt,
  customError,
  digestOf,
  instructionsOf,
  permit,
  pinAccount,
  pinByte,
  pinSize,
  run,
  shownCall,
  transferOperators,
  usdcTransfer,
  verdictOf,
} from './attempt.ts'

let world: SolanaWorld
beforeAll(async () => {
  world = await openSolanaWorld()
})
afterAll(() => world.close())

/** Names an account writable and moves nothing. */
const touch = (address: SolanaWorld['state']) =>
  systemTransferInstruction({ source: world.people.strategist, recipient: address, lamports: 0n })

const lamportTransfer = (subAccount: number, lamports = 1_000_000n) =>
  systemTransferInstruction({
    source: world.subAccount(subAccount),
    recipient: world.people.treasury,
    lamports,
  })

test('law: trap 1: another instruction that writes a pinned account changes the digest', async () => {
  const innerCall = usdcTransfer(world, world.people.treasury)
  const alone: Attempt = { innerCall, operators: transferOperators }
  const beside = { ...alone, beside: [touch(world.mints.usdc)] }
  const permission = await permit(world, alone)
  expect(digestOf(world, beside).digestAddress).not.toBe(permission)
  expect((await run(world, alone)).err).toBeNull()
  expect(customError(await run(world, { ...beside, digestAddress: permission }))).toBe(6008)
  expect(customError(await run(world, beside))).toBe(3012)
  // With the flags that the runtime merged, it is permitted.
  await permit(world, beside)
  expect((await run(world, beside)).err).toBeNull()
})

test('law: trap 1: reserved keys and the strategist have their own flags, whatever is asked', async () => {
  const innerCall = usdcTransfer(world, world.people.treasury)
  const extended = {
    ...innerCall,
    accounts: [
      ...innerCall.accounts,
      writableAccount(systemProgram),
      readonlyAccount(world.people.strategist),
    ],
  }
  const attempt: Attempt = {
    innerCall: extended,
    operators: [...transferOperators, pinAccount(4), pinAccount(5)],
  }
  expect(shownCall(world, attempt).accounts.slice(4)).toEqual([
    readonlyAccount(systemProgram),
    { address: world.people.strategist, isSigner: true, isWritable: true },
  ])
  await permit(world, attempt)
  expect((await run(world, attempt)).err).toBeNull()
})

test('law: trap 2: a digest may pin an account writable that the instruction only reads', async () => {
  const innerCall = usdcTransfer(world, world.people.treasury)
  const accounts = innerCall.accounts.map((account, index) =>
    index === 1 ? writableAccount(account.address) : account,
  )
  const usual: Attempt = { innerCall, operators: transferOperators }
  const unusual: Attempt = { innerCall: { ...innerCall, accounts }, operators: transferOperators }
  const stored = await permit(world, unusual)
  expect((await run(world, unusual)).err).toBeNull()
  expect(customError(await run(world, { ...usual, digestAddress: stored }))).toBe(6008)
})

test("law: trap 3: the strategist's signature reaches the called program, and the verdict names it", async () => {
  const { strategist, treasury } = world.people
  const operators = [pinByte(0, 4), pinAccount(1), pinSize]
  const meant: Attempt = { innerCall: lamportTransfer(0), operators }
  await permit(world, meant)
  const taken: Attempt = {
    innerCall: systemTransferInstruction({
      source: strategist,
      recipient: treasury,
      lamports: 400_000_000n,
    }),
    operators,
  }
  const base64 = unsignedOf(world.svm, instructionsOf(world, taken), strategist)
  const { answer, reasons } = verdictOf(world, base64)
  expect([answer, reasons.map(({ code }) => code)]).toEqual(['cannot_say', ['strategist_signs']])
  const before = world.lamportsOf(strategist)
  const sent = await run(world, taken)
  expect(sent.err).toBeNull()
  expect(before - world.lamportsOf(strategist)).toBe(400_000_000n + sent.feeLamports)
})

test('law: trap 4: a digest that pins no sub-account covers every sub-account', async () => {
  const operators = [pinByte(0, 4), pinAccount(1), pinSize]
  const acting = (subAccount: number): Attempt => ({
    innerCall: lamportTransfer(subAccount),
    operators,
    subAccount,
  })
  const [first, second] = [acting(0), acting(1)]
  expect(digestOf(world, second)).toEqual(digestOf(world, first))
  await permit(world, first)
  const before = world.lamportsOf(world.subAccount(1))
  for (const attempt of [first, second]) expect((await run(world, attempt)).err).toBeNull()
  expect(before - world.lamportsOf(world.subAccount(1))).toBe(1_000_000n)
})

test('law: trap 5: without an operator for the size, more bytes may follow', async () => {
  const innerCall = lamportTransfer(0)
  const long = { ...innerCall, data: Uint8Array.from([...innerCall.data, 9, 9, 9]) }
  const open = [pinByte(0, 4), pinAccount(1)]
  await permit(world, { innerCall, operators: open })
  expect((await run(world, { innerCall: long, operators: open })).err).toBeNull()
  const closed = [...open, pinSize]
  await permit(world, { innerCall, operators: closed })
  expect(customError(await run(world, { innerCall: long, operators: closed }))).toBe(3012)
})

test('law: trap 6: a digest is of one vault, and its account does not say which', async () => {
  const attempt: Attempt = {
    innerCall: usdcTransfer(world, world.people.treasury),
    operators: transferOperators,
  }
  const { digest, digestAddress } = digestOf(world, attempt)
  expect(vaultAddresses(world.program).cpiDigest(4n, digest)).not.toBe(digestAddress)
  const otherAttempt: Attempt = {
    innerCall: usdcTransfer(world, world.people.payroll),
    operators: transferOperators,
  }
  const accounts = [await permit(world, attempt), await permit(world, otherAttempt)].map(
    (address) => world.account(address)!,
  )
  expect(accounts[0]!.data).toEqual(accounts[1]!.data)
  expect(decodeDigestAccount(accounts[0]!, world.program)).toEqual(transferOperators)
})
