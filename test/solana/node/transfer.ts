import type { SvmEffectContext } from '@vaultwright/chain'
import {
  cpiDigest,
  encodeTransaction,
  type Instruction,
  type Message,
  manageInstruction,
  mergedFlags,
  type Operator,
  type SvmAddress,
  systemProgram,
  systemTransferInstruction,
  token2022Program,
  tokenProgram,
  transferCheckedInstruction,
  vaultAddresses,
} from '@vaultwright/svm'
import type { SolanaWorld } from '../world.ts'

/** Pins the whole data, every account and the length. */
const operatorsOf = ({ accounts, data }: Instruction): readonly Operator[] => [
  { kind: 'ingest_instruction', start: 0, length: Math.min(1, data.length) },
  ...accounts.map((_, index): Operator => ({ kind: 'ingest_account', index })),
  { kind: 'ingest_instruction_data_size' },
]

/** Calls of a vault's sub-account 0, as they go through `manage`. */
export function manageCalls(world: SolanaWorld, innerCalls: readonly Instruction[]) {
  const { program, vaultId, people } = world
  const addresses = vaultAddresses(program)
  const placeholder = addresses.cpiDigest(vaultId, new Uint8Array(32))
  const managed = (innerCall: Instruction, digestAddress: SvmAddress) =>
    manageInstruction({
      program,
      strategist: people.strategist,
      vaultId,
      subAccount: 0,
      digestAddress,
      innerCall,
    })
  const draft = innerCalls.map((call) => managed(call, placeholder))
  const flags = mergedFlags({ feePayer: people.strategist, instructions: draft })
  return innerCalls.map((call) => {
    const effective = {
      ...call,
      accounts: call.accounts.map((account) => ({
        ...flags(account.address),
        address: account.address,
      })),
    }
    const operators = operatorsOf(call)
    const digest = cpiDigest(effective, operators)
    const instruction = managed(call, addresses.cpiDigest(vaultId, digest))
    return { instruction, operators, digest }
  })
}

/** A transfer of a token by sub-account 0. */
export function tokenTransfer(
  world: SolanaWorld,
  mint: SvmAddress,
  { recipient, amount }: { readonly recipient: SvmAddress; readonly amount: bigint },
): Instruction {
  const authority = world.subAccount(0)
  return transferCheckedInstruction({
    tokenProgram: mint === world.mints.xusd ? token2022Program : tokenProgram,
    source: world.holding(authority, mint),
    mint,
    recipient: world.holding(recipient, mint),
    authority,
    amount,
    decimals: mint === world.mints.wsol ? 9 : 6,
  })
}

/** A transfer of SOL by sub-account 0. */
export function solTransfer(world: SolanaWorld, recipient: SvmAddress, lamports: bigint) {
  return systemTransferInstruction({ source: world.subAccount(0), recipient, lamports })
}

/** A transaction of the strategist, of either version. */
export function transactionOf(
  world: SolanaWorld,
  instructions: readonly Instruction[],
  { version, lifetime }: { readonly version: 0 | 1; readonly lifetime: string },
): string {
  const config: Message['config'] = {
    priorityFeeLamports: null,
    computeUnitLimit: 1_400_000,
    loadedAccountsBytes: 64 * 2 ** 20,
    heapBytes: null,
  }
  return encodeTransaction({
    version,
    feePayer: world.people.strategist,
    lifetime,
    instructions,
    config: version === 1 ? config : null,
    lookupTables: [],
  }).base64
}

/** The watched accounts of the world's vault. */
export function watchedOf(world: SolanaWorld): readonly SvmAddress[] {
  const vault = world.subAccount(0)
  const holdings = Object.values(world.mints).map((mint) => world.holding(vault, mint))
  return [...holdings, vault, world.people.strategist]
}

export function contextOf(world: SolanaWorld): SvmEffectContext {
  const { usdc, wsol, xusd } = world.mints
  const decimals = new Map([
    [usdc, 6],
    [wsol, 9],
    [xusd, 6],
  ])
  const symbols = new Map([
    [usdc, 'USDC'],
    [wsol, 'wSOL'],
    [xusd, 'xUSD'],
  ])
  return {
    subAccounts: [world.subAccount(0)],
    strategist: world.people.strategist,
    programs: [world.program, systemProgram, tokenProgram, token2022Program],
    tokens: [usdc, wsol, xusd, systemProgram],
    feeLamports: null,
    decimalsOf: (mint) => decimals.get(mint) ?? null,
    symbolOf: (mint) => symbols.get(mint) ?? null,
  }
}
