import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Address } from '@solana/kit'
import {
  associatedTokenAccount,
  cpiDigest,
  decodeVaultState,
  defaultVaultProgram,
  encodeBase58,
  encodeVaultState,
  type Instruction,
  nativeMint,
  type Operator,
  parseSvmAddress,
  type SvmAccount,
  type SvmAddress,
  type SvmVaultState,
  token2022Program,
  tokenProgram,
  vaultAddresses,
} from '@vaultwright/svm'
import { LiteSVM } from 'litesvm'
import { readTokenAccount } from './shim/token-balance.ts'
import { startShim } from './shim.ts'
import { putAccount, testKey } from './world/account.ts'
import { furnish, stateOf, usdcMint } from './world/furniture.ts'
import { closeDigestCall, initializeDigestCall } from './world/instruction.ts'
import { worldMethodsOf } from './world/method.ts'
import { keysOfPersons, type Person, persons } from './world/person.ts'
import { sendInstructions, signAndSend } from './world/send.ts'
import type { SolanaWorld } from './world/solana-world.ts'

export type { Person } from './world/person.ts'
export type { SvmExecution } from './world/send.ts'
export type { SolanaWorld, WorldMints } from './world/solana-world.ts'

export type WorldOptions = {
  /** Of the node; default: a free one. */
  readonly port?: number
  readonly state?: Partial<SvmVaultState>
  /** Default: the committed double. */
  readonly programBytes?: Uint8Array
  /** Default: 2026-06-01 00:00 UTC. */
  readonly unix?: bigint
}

const firstSlot = 400_000_000n
const worldUnix = BigInt(Date.UTC(2026, 5, 1) / 1_000)
const programFile = new URL('../../fixtures/solana/vault.so', import.meta.url)

/** The hash that names this chain. */
export const worldGenesisHash = encodeBase58(
  new Uint8Array(createHash('sha256').update('vaultwright test genesis').digest()),
)

/** Opens the world and its node. The same options give the same addresses, accounts and slots. */
export async function openSolanaWorld(options: WorldOptions = {}): Promise<SolanaWorld> {
  const svm = new LiteSVM().withNativeMints()
  const program = defaultVaultProgram
  svm.addProgram(program as string as Address, options.programBytes ?? readFileSync(programFile))
  const { keys, people } = await keysOfPersons()
  const vaultId = 3n
  const addresses = vaultAddresses(program)
  const state = addresses.state(vaultId)
  const shareMint = addresses.shareMint(state)
  const xusd = parseSvmAddress((await testKey('XUSD mint')).address)
  const mints = { usdc: usdcMint, wsol: nativeMint, xusd }
  const subAccount = (n: number) => addresses.subAccount(vaultId, n)
  const holding = (owner: SvmAddress, mint: SvmAddress) =>
    associatedTokenAccount({
      owner,
      mint,
      tokenProgram: mint === xusd || mint === shareMint ? token2022Program : tokenProgram,
    })
  const put: SolanaWorld['put'] = (address, account) => putAccount(svm, address, account)
  const account = (address: SvmAddress) => accountOf(svm, address)
  const vaultState = () => decodeVaultState(account(state)!, program)
  const setState = (change: Partial<SvmVaultState>) =>
    put(state, { owner: program, data: encodeVaultState({ ...vaultState(), ...change }) })
  put(state, {
    owner: program,
    data: encodeVaultState({ ...stateOf({ vaultId, people, shareMint }), ...options.state }),
  })
  const refurnish = () => furnish({ put, holding, subAccount, people, mints, shareMint, state })
  refurnish()

  const shim = await startShim(svm, { genesisHash: worldGenesisHash, port: options.port ?? 0 })
  const { ledger } = shim.node
  ledger.setClock(firstSlot, options.unix ?? worldUnix)
  const chain = { svm, ledger }
  const signersOf = (names: readonly Person[]) => names.map((name) => keys[name])
  const execute = (base64: string, names: readonly Person[] = persons) =>
    signAndSend(chain, base64, signersOf(names))
  const send = (instructions: readonly Instruction[], names: readonly Person[]) =>
    sendInstructions(chain, instructions, signersOf(names))
  const vault = { program, vaultId, authority: people.authority }
  const permit = (operators: readonly Operator[], digest: Uint8Array) =>
    send([initializeDigestCall(vault, digest, operators)], ['authority'])
  const world: SolanaWorld = {
    svm,
    shim,
    url: shim.url,
    genesisHash: worldGenesisHash,
    program,
    vaultId,
    state,
    shareMint,
    mints,
    people,
    keys,
    subAccount,
    holding,
    account,
    lamportsOf: (address) => svm.getBalance(address as string as Address) ?? 0n,
    tokensOf(owner, mint) {
      const held = svm.getAccount(holding(owner, mint) as string as Address)
      return held.exists ? (readTokenAccount(held)?.amount ?? null) : null
    },
    execute,
    send,
    permit,
    revoke: (digest) => send([closeDigestCall(vault, digest)], ['authority']),
    async permitCall(innerCall, operators) {
      const digest = cpiDigest(innerCall, operators)
      await permit(operators, digest)
      return digest
    },
    vaultState,
    setState,
    put,
    refurnish,
    setClock(unix) {
      ledger.warpTo(unix)
    },
    close: () => shim.close(),
  }
  shim.add(worldMethodsOf(world))
  return world
}

function accountOf(svm: LiteSVM, address: SvmAddress): SvmAccount | null {
  const account = svm.getAccount(address as string as Address)
  if (!account.exists) return null
  const { lamports, data, executable } = account
  const owner = parseSvmAddress(account.programAddress)
  return { lamports, owner, data: new Uint8Array(data), executable }
}
