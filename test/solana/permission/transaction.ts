import {
  type AccountMeta,
  encodeTransaction,
  type Instruction,
  type LookupTable,
  lookupTableProgram,
  type Message,
  type SvmAddress,
  svmAddressOf,
  svmBytesOf,
  systemProgram,
} from '@vaultwright/svm'
import type { SolanaWorld } from '../world.ts'

/** A transaction that the strategist pays, in base64, not signed. */
export function transactionOf(
  { people, svm }: SolanaWorld,
  instructions: readonly Instruction[],
  change: Partial<Message> = {},
): string {
  return encodeTransaction({
    version: 0,
    feePayer: people.strategist,
    lifetime: svm.latestBlockhash(),
    instructions,
    config: null,
    lookupTables: [],
    ...change,
  }).base64
}

/** Signs with every key of the world and sends; whether the vault's program or the network refused it. */
export async function isRefused(world: SolanaWorld, base64: string): Promise<boolean> {
  const { err, logs } = await world.execute(base64)
  world.svm.expireBlockhash()
  // Where a program that the vault called fails, the vault's fails after it: it had permitted the call.
  return err !== null && logs.filter((line) => / failed: /.test(line)).length < 2
}

/** Changes one account of an instruction. */
export function withChange(
  instruction: Instruction,
  index: number,
  change: Partial<AccountMeta>,
): Instruction {
  const accounts = instruction.accounts.map((account, place) =>
    place === index ? { ...account, ...change } : account,
  )
  return { ...instruction, accounts }
}

/** Puts a lookup table on the chain, in use since long ago. */
export function putTable(world: SolanaWorld, addresses: readonly SvmAddress[]): LookupTable {
  const address = svmAddressOf(new Uint8Array(32).fill(230))
  const data = new Uint8Array(56 + 32 * addresses.length)
  data[0] = 1
  data.fill(255, 4, 12)
  for (const [index, each] of addresses.entries()) data.set(svmBytesOf(each), 56 + 32 * index)
  world.put(address, { owner: lookupTableProgram, data })
  return { address, addresses }
}

/** Puts a nonce on the chain that an account advances; the same one each time. */
export function putNonce(world: SolanaWorld, authority: SvmAddress) {
  const nonceAccount = svmAddressOf(new Uint8Array(32).fill(231))
  const nonce = svmAddressOf(new Uint8Array(32).fill(232))
  const data = new Uint8Array(80)
  // Version 1, in use.
  data.set([1, 0, 0, 0, 1, 0, 0, 0])
  data.set(svmBytesOf(authority), 8)
  data.set(svmBytesOf(nonce), 40)
  new DataView(data.buffer).setBigUint64(72, 5_000n, true)
  world.put(nonceAccount, { owner: systemProgram, data })
  return { nonceAccount, nonce }
}
