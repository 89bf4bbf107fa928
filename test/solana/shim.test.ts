import {
  address,
  type Base64EncodedWireTransaction,
  createSolanaRpc,
  type Signature,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { type Instruction, systemProgram } from '@vaultwright/svm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { unsignedOf } from './world/send.ts'
import { openSolanaWorld, type SolanaWorld } from './world.ts'

let world: SolanaWorld
let rpc: ReturnType<typeof createSolanaRpc>
beforeAll(async () => {
  world = await openSolanaWorld()
  rpc = createSolanaRpc(world.url)
})
beforeEach(() => world.shim.clearFaults())
afterAll(() => world.close())

const key = (text: string) => address(text)
function transferSol(from: string, to: string, amount: bigint): Instruction {
  const { data } = getTransferSolInstruction({
    source: { address: address(from) } as never,
    destination: address(to),
    amount,
  })
  const accounts = [
    { address: from as never, isSigner: true, isWritable: true },
    { address: to as never, isSigner: false, isWritable: true },
  ]
  return { program: systemProgram, accounts, data: new Uint8Array(data) }
}

test('golden: kit reads an account, several accounts, a holding and the genesis hash', async () => {
  const { people, mints, state, program } = world
  const held = world.holding(world.subAccount(0), mints.usdc)
  const { value } = await rpc.getAccountInfo(key(state), { encoding: 'base64' }).send()
  expect(value).toMatchObject({ owner: program, space: 368n, executable: false })
  const many = await rpc
    .getMultipleAccounts([key(state), key(people.newcomer), key(mints.usdc)], {
      encoding: 'base64',
    })
    .send()
  expect(many.value.map((account) => account?.space)).toEqual([368n, 0n, 82n])
  expect(many.context.slot).toBe(world.svm.getClock().slot)
  const owned = await rpc
    .getTokenAccountsByOwner(
      key(world.subAccount(0)),
      { mint: key(mints.usdc) },
      { encoding: 'base64' },
    )
    .send()
  expect(owned.value.map(({ pubkey }) => pubkey)).toEqual([held])
  expect(await rpc.getGenesisHash().send()).toBe(world.genesisHash)
  expect(await rpc.getBlockTime(world.svm.getClock().slot).send()).toBe(
    world.svm.getClock().unixTimestamp,
  )
})

test('law: what a simulation says is what the same transaction then does', async () => {
  const { people, svm } = world
  const transfer = transferSol(people.strategist, people.treasury, 123_456_789n)
  const base64 = unsignedOf(svm, [transfer], people.strategist) as Base64EncodedWireTransaction
  const before = world.lamportsOf(people.strategist)
  const { value } = await rpc
    .simulateTransaction(base64, { encoding: 'base64', replaceRecentBlockhash: true })
    .send()
  expect(value.err).toBeNull()
  const { signature } = await world.execute(base64)
  const stored = await rpc
    .getTransaction(signature as Signature, {
      encoding: 'base64',
      maxSupportedTransactionVersion: 0,
    })
    .send()
  const { postBalances } = value as unknown as { postBalances: readonly bigint[] }
  expect(stored?.meta?.postBalances).toEqual(postBalances)
  expect(stored?.meta?.fee).toBe(5_000n)
  expect(before - world.lamportsOf(people.strategist)).toBe(123_456_789n + 5_000n)
  const listed = await rpc.getSignaturesForAddress(key(people.treasury)).send()
  expect(listed[0]).toMatchObject({ signature, err: null, confirmationStatus: 'finalized' })
})
